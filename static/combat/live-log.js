// The log: new lines are added at the end, changed ones (undone) in their place, older ones when one scrolls up to them.

import { page } from "./live-page.js";
import { change } from "./live-parts.js";
import { markOwn } from "./own-lines.js";

const list = document.getElementById("log-lines");
const MOST = 600;
let loading = false;
let isWhole = false; // there is nothing older

const numberOf = (line) => Number(line.id.slice(4)) || 0;
const first = () => list.querySelector("li[id^='log-']");
const last = () => [...list.querySelectorAll("li[id^='log-']")].at(-1);

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// Shows the lines; returns how many were new.
export function showLines(lines, isFull) {
  if (!list) return 0;
  const elements = lines.map(made).filter(Boolean);
  markOwn(elements);
  let newest = last() ? numberOf(last()) : 0;
  if (isFull && elements.length && numberOf(elements[0]) > newest + 1 && newest) {
    list.replaceChildren(); // too far behind
    isWhole = false;
  }
  let fresh = 0;
  for (const line of elements) {
    const old = document.getElementById(line.id);
    if (old) {
      change(old, line);
    } else if (numberOf(line) > newest) {
      list.append(line);
      newest = numberOf(line);
      fresh += 1;
    }
  }
  trim();
  return fresh;
}

function trim() {
  const isReadingUp = list.scrollTop < list.scrollHeight - list.clientHeight - 200;
  if (!isReadingUp) while (list.childElementCount > MOST) list.firstElementChild.remove();
}

async function older() {
  const top = first();
  if (loading || isWhole || !top || numberOf(top) <= 1 || !page.log) return;
  loading = true;
  try {
    const answer = await fetch(`${page.log}?before=${numberOf(top)}`, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) return;
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    markOwn(template.content.children);
    isWhole = !template.content.firstElementChild;
    const from = list.scrollHeight - list.scrollTop;
    list.prepend(template.content);
    list.scrollTop = list.scrollHeight - from;
    document.dispatchEvent(new CustomEvent("hc:older"));
  } catch {
    // Offline: scrolling up again asks again.
  } finally {
    loading = false;
  }
}

list?.addEventListener("scroll", () => {
  if (list.scrollTop < 80) older();
}, { passive: true });
if (list) markOwn(list.children);
