// Lines of the log about one's own combatants stand out. The lines are the same for everybody; who "I" am the plates know.

export function markOwn(lines) {
  const mine = new Set([...document.querySelectorAll("#stage [data-mine]")].map((plate) => plate.dataset.combatant));
  for (const line of lines) line.classList.toggle("is-mine", mine.has(line.dataset.by));
}
