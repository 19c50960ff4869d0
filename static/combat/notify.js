// The moment that it becomes your turn, or that something is asked of you: title, a short vibration, a sound if it
// is on, and the browser's own notice if it was allowed. Words come from the server.

import { play } from "./sound.js";

const plainTitle = document.title;

function tell(words) {
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    try {
      new Notification(words, { tag: "high-card-turn" });
    } catch {
      // Some phones allow notices from a worker only; title and vibration have to do.
    }
  }
}

document.addEventListener("hc:frame", (event) => {
  const notes = event.detail?.notes || {};
  document.title = notes.title || plainTitle;
  const alert = document.getElementById("alert");
  if (alert && !notes.turn && !notes.asked) alert.textContent = "";
  if (event.detail?.full || !(notes.turn || notes.asked)) return;
  const words = notes.title || "Your turn";
  if (alert) alert.textContent = words;
  navigator.vibrate?.(notes.asked ? [60, 60, 60] : 120);
  play(notes.asked ? "asked" : "turn");
  tell(words);
});

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-allow-notices]") : null;
  if (!button) return;
  const says = document.getElementById("notices-say");
  if (!("Notification" in window) || !window.isSecureContext) {
    if (says) says.textContent = "This browser gives notices only on https pages. Title, sound and vibration still work.";
    return;
  }
  const answer = await Notification.requestPermission();
  if (says) says.textContent = answer === "granted" ? "You will be told when it is your turn." : "Notices stay off.";
});
