// What a page does to each line of the log, however it came: with the page, in a frame, older ones, or in a replay.

// Chips and cards are drawings beside a sentence that says it all.
function hushSign(line) {
  if (line.matches(".log-line")) line.firstElementChild.setAttribute("aria-hidden", "true");
}

// Lines about one's own combatants stand out. The lines are the same for everybody; who "I" am the plates know.
function markOwn(line, mine) {
  line.classList.toggle("is-mine", mine.has(line.dataset.by));
}

// "Agility, a tab, +2" becomes a row of a list, and a number after "= " the sum.
function rowOf(text) {
  const [term, value = ""] = text.split("\t");
  const row = document.createElement("div");
  const isSum = value.startsWith("= ");
  if (isSum) row.className = "sum";
  row.append(document.createElement("dt"), document.createElement("dd"));
  row.firstChild.textContent = term;
  row.lastChild.textContent = isSum ? value.slice(2) : value;
  return row;
}

function ledgerOf(text) {
  const list = document.createElement("dl");
  list.className = "ledger";
  list.append(...text.split("\n").map(rowOf));
  return list;
}

// Behind "why?" stands what a number was made of, as text: an empty line parts one sum from the next.
function layOut(line) {
  const text = line.querySelector(":scope > details")?.lastChild;
  if (text?.nodeType === Node.TEXT_NODE) text.replaceWith(...text.data.trim().split("\n\n").map(ledgerOf));
}

export function dress(lines) {
  const mine = new Set([...document.querySelectorAll("#stage [data-mine]")].map((plate) => plate.dataset.combatant));
  for (const line of lines) {
    markOwn(line, mine);
    hushSign(line);
    layOut(line);
  }
}
