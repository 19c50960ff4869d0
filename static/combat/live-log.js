// The log: new lines are added at the end, changed ones (undone) in their place, older ones when one scrolls up to them.

import { page } from "./live-page.js";
import { change } from "./live-parts.js";
import { dress } from "./log-lines.js";

const list = document.getElementById("log-lines");
const MOST = 600;
let loading = false;
let isWhole = false; // there is nothing older

const numberOf = (line) => Number(line.id.slice(4)) || 0;
const first = () => list.querySelector("li[id^='log-']");
const last = () => [...list.querySelectorAll("li[id^='log-']")].at(-1);

// A line comes without what differs from page to page. `entry`: where the game master's undo can go back to.
function made(html, number, entry) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const line = template.content.firstElementChild;
  if (!line) return null; // it counts, and says nothing
  line.id = `log-${number}`;
  if (entry) line.dataset.entry = entry;
  return line;
}

function madeOf(frame) {
  const texts = frame.log || [];
  const before = frame.lines - texts.length;
  return texts.map((html, at) => made(html, before + at + 1, frame.entries?.[at])).filter(Boolean);
}

function strike(number) {
  const line = document.getElementById(`log-${number}`);
  if (!line) return;
  line.dataset.undone = "";
  delete line.dataset.entry;
  line.querySelector(".log-line__undo")?.remove();
}

// Shows a frame's lines; returns how many were new.
export function showLines(frame) {
  if (!list) return 0;
  const elements = madeOf(frame);
  dress(elements);
  let newest = last() ? numberOf(last()) : 0;
  if (frame.full && elements.length && numberOf(elements[0]) > newest + 1 && newest) {
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
  frame.undone?.forEach(strike);
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
    dress(template.content.children);
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
if (list) dress(list.children);
