// Pages off the table: taste, times in the reader's zone, and links that are handed on.
import "./settings.js";
import "./clock.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const said = document.querySelector(`[data-copied="${button.dataset.copy}"]`);
  button.addEventListener("click", async () => {
    field.select();
    const done = await copied(field.value);
    said.textContent = done ? "Copied." : "It is selected: copy it with your device’s own menu.";
  });
}

async function copied(text) {
  try {
    // Plain http on a home network has no clipboard; the old command still works there.
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const field of document.querySelectorAll("[data-select]")) {
  field.addEventListener("focus", () => field.select());
}

// A press that goes to the server shows that it was felt, and is not sent twice.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  (event.submitter ?? form.querySelector("button"))?.classList.add("is-pending");
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll(".btn.is-pending")) button.classList.remove("is-pending");
});
