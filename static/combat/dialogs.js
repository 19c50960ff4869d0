// Dialogs of the page: help, menu, and those of the GM's desk. `data-dialog="id"` opens, `data-dismiss` closes.

function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

document.addEventListener("click", (event) => {
  const opens = closest(event, "[data-dialog]");
  if (opens) {
    const dialog = document.getElementById(opens.dataset.dialog);
    if (dialog instanceof HTMLDialogElement && !dialog.open) {
      opens.closest("dialog[open]")?.close();
      dialog.dispatchEvent(new CustomEvent("hc:open", { detail: { opener: opens } }));
      dialog.showModal();
    }
    return;
  }
  const dialog = closest(event, "dialog[open]");
  if (dialog && (closest(event, "[data-dismiss]") || event.target === dialog)) dialog.close();
});

// A command that was taken closes the dialog that it was given in.
document.addEventListener("hc:sent", (event) => event.detail?.form?.closest("dialog[open]:not([data-stays])")?.close());
