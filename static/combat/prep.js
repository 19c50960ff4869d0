// Encounter prep: what htmx does not do by itself. No rules here.

// After a line was added the next one can be typed at once.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "prep") return;
  const line = document.getElementById("line");
  if (line && document.activeElement?.id === "b-add") line.focus();
});

// A press while the connection is gone is not kept: say so where it was pressed.
document.addEventListener("htmx:sendError", (event) => {
  const says = document.getElementById("says");
  if (!says) return;
  const words = document.createElement("p");
  words.className = "refusal";
  words.setAttribute("role", "alert");
  words.textContent = "No connection. Nothing was changed; press again when it is back.";
  says.replaceChildren(words);
});
