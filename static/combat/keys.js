// Shortcuts. A key presses the button that bears it, in the place that matters most: what is asked of you, then an
// open panel, then the tray, then the rest of the page.

import { chooseNumber, closePanel } from "./tray.js";

const PLACES = ["#window", ".drawer.js-open", "#tray", "#table", "body"];

const typing = (element) =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !["radio", "checkbox", "button", "submit"].includes(element.type)) ||
  element?.isContentEditable;

function press(key) {
  for (const place of PLACES) {
    const root = document.querySelector(place);
    const all = root ? [...root.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)] : [];
    const button = all.find((one) => one.getClientRects().length && one.getAttribute("aria-disabled") !== "true");
    if (button) {
      button.focus();
      button.click();
      return true;
    }
  }
  return false;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    if (closePanel()) event.preventDefault();
    return;
  }
  if (typing(event.target)) return;
  const done = /^[1-9]$/.test(event.key) ? chooseNumber(Number(event.key)) : press(event.key.toLowerCase());
  if (done) event.preventDefault();
});
