// The page on which every card and die of an ended fight is worked out again.

import { check } from "./stream.js";

const button = document.getElementById("check");
const verdict = document.getElementById("verdict");
const rows = document.getElementById("uses");

function row(index, use, result, fits) {
  const line = document.createElement("tr");
  const shown = [use.result].flat().join(" ");
  for (const text of [index + 1, use.purpose + (use.undone ? " (taken back)" : ""), `${use.k}.${use.word}`, shown, fits ? "✓" : [result].flat().join(" ")]) {
    const cell = document.createElement("td");
    cell.textContent = String(text);
    line.append(cell);
  }
  rows.append(line);
}

async function run() {
  button.disabled = true;
  verdict.textContent = "Working it out …";
  rows.replaceChildren();
  try {
    const answer = await fetch(button.dataset.record);
    const { fairness } = await answer.json();
    const difference = await check(fairness, row);
    document.getElementById("trail").hidden = false;
    verdict.textContent = difference === null
      ? `✓ All ${fairness.uses.length} shuffles and dice are what the seed gives.`
      : `✗ ${difference}`;
    verdict.dataset.fits = String(difference === null);
  } catch {
    verdict.textContent = "The record could not be read. Try again.";
  } finally {
    button.disabled = false;
  }
}

button?.addEventListener("click", run);
