// The phone's tabs. On wide screens everything is in view and the tabs are not shown.

const table = document.getElementById("table");
let unread = 0;

function show(name) {
  table.dataset.tab = name;
  for (const tab of document.querySelectorAll(".tab")) {
    if (tab.dataset.tab === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (name === "log") {
    unread = 0;
    count();
    toEnd(true);
  }
}

function count() {
  const badge = document.getElementById("tab-new");
  if (!badge) return;
  badge.hidden = !unread;
  document.getElementById("tab-count").textContent = String(unread);
}

let atEnd = true;
const lines = document.getElementById("log-lines");

function toEnd(always = false) {
  if (lines && (always || atEnd)) lines.scrollTop = lines.scrollHeight;
}

if (lines) {
  lines.addEventListener("scroll", () => {
    atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 48;
    if (atEnd) document.getElementById("log-new")?.setAttribute("hidden", "");
  }, { passive: true });
  toEnd(true);
}

document.addEventListener("hc:frame", (event) => {
  const fresh = event.detail?.log?.length || 0;
  if (!fresh) return;
  if (event.detail.full) return toEnd(true);
  if (table.dataset.tab !== "log") {
    unread += fresh;
    count();
  }
  if (atEnd) toEnd();
  else document.getElementById("log-new")?.removeAttribute("hidden");
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const tab = target?.closest(".tab[data-tab]");
  if (tab) {
    event.preventDefault();
    show(tab.dataset.tab);
  }
  if (target?.closest("#log-new")) toEnd(true);
});
