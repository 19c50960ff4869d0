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

// What happened to me: said aloud, since the log is not read again.
let mine = health();

function health() {
  const plates = [...document.querySelectorAll("#stage .combatant[data-mine]")];
  return new Map(plates.map((plate) => [plate.dataset.combatant, [Number(plate.dataset.health), plate.dataset.name, plate.dataset.counts || "health"]]));
}

function sayHarm(alert, quiet) {
  const now = health();
  const words = [];
  for (const [id, [value, name, counts]] of now) {
    const before = mine.get(id)?.[0];
    if (before !== undefined && before !== value) words.push(`${name} ${value < before ? "loses" : "gains"} ${Math.abs(before - value)} ${counts}.`);
  }
  mine = now;
  if (alert && words.length && !quiet) alert.textContent = words.join(" ");
}

let was = { turn: false, asked: false, title: "" };

document.addEventListener("hc:frame", (event) => {
  const alert = document.getElementById("alert");
  const full = Boolean(event.detail?.full);
  sayHarm(alert, full);
  const notes = event.detail?.notes;
  if (!notes) return;
  document.title = notes.title || plainTitle;
  const asked = notes.asked && !was.asked;
  const turn = notes.turn && (!was.turn || notes.title !== was.title);
  was = notes;
  if (full || !(asked || turn)) return;
  const words = notes.title || "Your turn";
  if (alert) alert.textContent = words;
  navigator.vibrate?.(asked ? [60, 60, 60] : 120);
  play(asked ? "asked" : "turn");
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
