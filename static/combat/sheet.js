// The sheet's page: what htmx does not do by itself. No rules here.

// A choice that changes which fields there are asks for the form again.
document.addEventListener("change", (event) => {
  const again = event.target.dataset?.again;
  if (!again) return;
  event.stopPropagation();
  const form = event.target.form;
  const button = document.createElement("button");
  button.name = "act";
  button.value = again;
  button.hidden = true;
  form.append(button);
  button.click();
  button.remove();
}, true);

// A new row is ready to be written in, before the next key can arrive.
document.addEventListener("htmx:oobAfterSwap", () => {
  const fresh = document.querySelector("#sheet [autofocus]");
  if (!fresh) return;
  fresh.removeAttribute("autofocus");
  fresh.focus();
  fresh.select?.();
});

// The lost connection shows, and what was typed stays.
document.addEventListener("htmx:sendError", () => {
  const saved = document.getElementById("saved");
  if (!saved) return;
  saved.textContent = "Not saved: no connection. Change something to try again.";
  saved.classList.add("online--lost");
});
