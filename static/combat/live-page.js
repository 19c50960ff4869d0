// What this page is, and the words that it shows about its connection.

const table = document.getElementById("table");
const bar = document.getElementById("connection");

export const page = {
  socket: table.dataset.socket,
  audience: table.dataset.audience,
  build: table.dataset.build,
  lines: Number(table.dataset.lines) || 0, // the newest line of the log that this page knows of ...
  read: Number(table.dataset.lines) || 0, // ... and the newest that it shows
  log: table.dataset.log,
  linked: false,
};

let headline = words();
let fading = 0;

function words() {
  return document.querySelector("#banner [data-headline], #banner h1, #banner h2")?.textContent.trim() || "";
}

function say(kind, text, action) {
  clearTimeout(fading);
  bar.className = `connection ${kind}`;
  bar.textContent = text;
  if (action) bar.append(" ", action);
  bar.hidden = !text;
}

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn btn--sm";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

let stale = false;

export const tell = {
  lost(text) {
    page.linked = false;
    delete table.dataset.linked;
    table.classList.add("is-stale");
    say("lost", text);
    document.dispatchEvent(new CustomEvent("hc:link", { detail: { linked: false } }));
  },
  linked() {
    page.linked = true;
    table.classList.remove("is-stale");
    table.dataset.linked = "";
    if (bar.classList.contains("lost")) say("", "");
    document.dispatchEvent(new CustomEvent("hc:link", { detail: { linked: true } }));
  },
  caughtUp(count) {
    if (stale) return;
    say("caught-up", count === 1 ? "You missed 1 event. It is in the log." : `You missed ${count} events. They are in the log.`);
    fading = setTimeout(() => say("", ""), 8000);
  },
  build(isOld) {
    stale = isOld;
    if (isOld) say("caught-up", "High Card has been updated.", button("Load the new page", () => location.reload()));
  },
  over(text) {
    page.linked = false;
    table.classList.add("is-stale");
    say("lost", text, button("Reload", () => location.reload()));
  },
  turn() {
    const now = words();
    if (now === headline) return;
    headline = now;
    const announce = document.getElementById("announce");
    if (announce) announce.textContent = now;
  },
};
