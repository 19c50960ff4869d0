// A fight that is over, step by step. The slider asks for a step; only the newest answer is shown.

import { showParts } from "./live-parts.js";
import { dress } from "./log-lines.js";

const table = document.getElementById("table");
const slider = document.getElementById("step");
const place = document.getElementById("place");
const lines = document.getElementById("log-lines");
let asked = 0;

async function show() {
  const mine = (asked += 1);
  place.textContent = `${slider.value} of ${slider.max}`;
  const answer = await fetch(`${table.dataset.steps}${slider.value}/`);
  if (!answer.ok || mine !== asked) return;
  const step = await answer.json();
  if (mine !== asked) return;
  const gone = [...document.querySelectorAll('[id^="c-"]')].map((one) => one.id).filter((id) => step.parts[id] === undefined);
  showParts({ parts: step.parts, gone });
  lines.innerHTML = step.log.join("");
  dress(lines.children);
}

slider.addEventListener("input", show);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-step]") : null;
  if (!button) return;
  slider.value = String(Number(slider.value) + Number(button.dataset.step));
  show();
});
if (lines) dress(lines.children);
