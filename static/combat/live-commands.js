// What is pressed goes out once, at once, or not at all. Nothing is queued: who presses while the connection is lost is
// told so, and presses again when it is back.

import { page } from "./live-page.js";
import { ask } from "./live-socket.js";

const PENDING_AFTER = 150;
const REFUSAL_STAYS = 9000;

let underWay = null; // the newest press without an answer: { button, seen }
let refused = null; // { form id, html, until }

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function said(form, submitter) {
  const fields = {};
  for (const [name, value] of new FormData(form, submitter || undefined)) (fields[name] ||= []).push(String(value));
  return fields;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("form.command[data-do]") || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  press(form, event.submitter);
});

// While nothing has come since the last press there is nothing new to press for: a second finger, or impatience. When
// its effect is shown the next press is meant, even if the answer is still on its way; whether the page had seen what
// it should is judged by the server.
function isTooSoon() {
  return underWay !== null && page.read <= underWay.seen;
}

async function press(form, submitter) {
  if (isTooSoon()) {
    mark(underWay.button, true);
    return;
  }
  unrefuse();
  const button = submitter || form.querySelector("button[type=submit], button:not([type])") || form;
  if (!page.linked || !navigator.onLine) {
    refuse(form, button, words("Not sent: the connection is lost. Press again when it is back."));
    return;
  }
  const sent = { do: "press", kind: form.dataset.do, id: newId(), seen: page.lines, fields: said(form, submitter) };
  const mine = { button, seen: sent.seen };
  underWay = mine;
  document.documentElement.dataset.sending = "";
  const pending = setTimeout(() => mark(button, true), PENDING_AFTER);
  try {
    answer(form, button, await ask(sent));
  } catch {
    refuse(form, button, words("There was no answer. Look at the table before you press again."));
  } finally {
    if (underWay === mine) {
      underWay = null;
      delete document.documentElement.dataset.sending;
    }
    clearTimeout(pending);
    mark(button, false);
  }
}

function answer(form, button, answer) {
  if (answer.refused) {
    refuse(form, button, words(answer.words, answer.code));
    return;
  }
  page.lines = Math.max(page.lines, answer.lines);
  document.dispatchEvent(new CustomEvent("hc:sent", { detail: { form } }));
}

function mark(button, isPending) {
  button.classList.toggle("is-pending", isPending);
  if (isPending) button.setAttribute("aria-busy", "true");
  else button.removeAttribute("aria-busy");
}

function words(text, code = "") {
  const line = document.createElement("p");
  line.className = "refusal";
  line.setAttribute("role", "alert");
  if (code) line.dataset.code = code;
  line.textContent = text;
  return line.outerHTML;
}

function refuse(form, button, html) {
  const place = form.isConnected ? form : document.getElementById(form.id);
  const at = button.isConnected && button !== form ? button : null;
  if (at) at.insertAdjacentHTML("afterend", html);
  else place?.insertAdjacentHTML("beforeend", html);
  refused = { id: form.id, html, until: Date.now() + REFUSAL_STAYS };
  setTimeout(() => {
    if (refused && refused.until <= Date.now()) unrefuse();
  }, REFUSAL_STAYS + 50);
}

function unrefuse() {
  refused = null;
  for (const line of document.querySelectorAll("form.command .refusal")) line.remove();
}

// A change of the table must not take away the answer to what was just pressed.
document.addEventListener("hc:frame", () => {
  if (!refused || !refused.id) return;
  const form = document.getElementById(refused.id);
  if (form && !form.querySelector(".refusal")) form.insertAdjacentHTML("beforeend", refused.html);
});
