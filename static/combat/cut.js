// Cutting the deck: the button sends sixteen bytes of this browser's chance, or the words that were typed.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.do !== "cut") return;
  const typed = form.querySelector('[name="cut"]');
  const bytes = form.querySelector('[name="hex"]');
  if (!bytes) return;
  if (typed && typed.value.trim()) bytes.value = "";
  else bytes.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}, true);
