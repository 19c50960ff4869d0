// The GM's desk: who is selected, dialogs about one combatant, and undo with a look at what changes. It fills in forms
// and sends them; what they do is decided elsewhere.

const selected = new Set();
const slip = document.getElementById("selection");
const plates = () => [...document.querySelectorAll("#stage .combatant[data-combatant]")];
const plateOf = (id) => plates().find((plate) => plate.dataset.combatant === id);
const nameOf = (id) => plateOf(id)?.dataset.name || id;
const factsOf = (id) => JSON.parse(plateOf(id)?.dataset.facts || "{}");

// ---- selecting, and damage or healing to all of them ----

function showSelection() {
  for (const id of [...selected]) if (!plateOf(id)) selected.delete(id);
  for (const box of document.querySelectorAll("[data-select]")) box.checked = selected.has(box.dataset.select);
  slip.hidden = !selected.size;
  slip.querySelector("[data-count]").textContent = String(selected.size);
  slip.querySelector("[data-names]").textContent = [...selected].map(nameOf).join(", ");
}

function clear() {
  selected.clear();
  document.getElementById("selection-n").value = "";
  showSelection();
}

function fill(form, fields) {
  const place = form.querySelector("[data-fields]");
  place.replaceChildren(
    ...fields.map(([name, value]) => {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      return input;
    }),
  );
}

document.addEventListener("change", (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !box.dataset.select) return;
  if (box.checked) selected.add(box.dataset.select);
  else selected.delete(box.dataset.select);
  showSelection();
});

slip.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = document.getElementById("selection-n").value.trim().replace("−", "-");
  const amount = Math.abs(Number(text));
  const form = document.getElementById(text.startsWith("+") ? "gm-heal" : "gm-damage");
  const type = document.getElementById("selection-type")?.value;
  const fields = [...selected].map((id) => ["combatants", id]);
  fill(form, [...fields, ["amount", String(amount)], ...(type && form.id === "gm-damage" ? [["type", type]] : [])]);
  form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !slip.hidden && !document.querySelector("dialog[open]")) clear();
  const busy = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox]), select, textarea");
  // With somebody selected a sign begins the number, wherever the focus is.
  if (!busy && selected.size && ["-", "+"].includes(event.key)) {
    event.preventDefault();
    const field = document.getElementById("selection-n");
    field.value = event.key;
    field.focus();
  }
});

// ---- one after the other: a command for each of several ----

let queue = [];

function each(form, ids) {
  queue = ids.slice(1).map((id) => [form, id]);
  send(form, ids[0]);
}

function send(form, id) {
  if (form.id === "gm-deal-all") fill(form, [["combatant", id], ["count", "1"]]);
  else form.querySelector("[data-about-field]").value = id;
  form.requestSubmit();
}

document.addEventListener("hc:sent", (event) => {
  const form = event.detail.form;
  if (form.id === "gm-damage" || form.id === "gm-heal") clear();
  if (form.id === "gm-add" || form.id === "gm-join") form.reset();
  if (queue.length && queue[0][0] === form) {
    const [next, id] = queue.shift();
    // The press before has to be done with first.
    setTimeout(() => send(next, id), 0);
  }
});

// ---- dialogs about somebody ----

let about = [];

for (const dialog of document.querySelectorAll("dialog[data-desk]")) {
  dialog.addEventListener("hc:open", (event) => {
    const opener = event.detail.opener;
    if (opener.dataset.about === "selection") about = [...selected];
    else if (opener.dataset.about) about = [opener.dataset.about];
    show(dialog);
  });
}

function show(dialog) {
  const id = about[0];
  const facts = factsOf(id);
  for (const place of dialog.querySelectorAll("[data-name]")) place.textContent = about.map(nameOf).join(", ");
  for (const field of dialog.querySelectorAll("[data-about-field]")) field.value = id;
  for (const field of dialog.querySelectorAll("[data-fact]")) {
    const value = field.dataset.fact === "name" ? nameOf(id) : facts[field.dataset.fact];
    field.value = value ?? "";
  }
  now(dialog);
}

// What changes while a dialog is open: everything but the fields, which may be half typed in.
function now(dialog) {
  const facts = factsOf(about[0]);
  const states = { shown: !facts.hidden && facts.gms, hidden: facts.hidden, "in-sight": !facts.out_of_sight, "out-of-sight": facts.out_of_sight, "by-hand": !facts.autoplay, "by-itself": facts.autoplay };
  for (const button of dialog.querySelectorAll("[data-when]")) button.hidden = !states[button.dataset.when];
  const hand = dialog.querySelector("[data-hand]");
  if (hand) hand.textContent = facts.hand ? `Hand: ${facts.hand.join(" ") || "no cards"}` : `${facts.cards} cards in hand`;
  effects(dialog, facts);
}

function effects(dialog, facts) {
  const list = dialog.querySelector("[data-effects]");
  const item = document.getElementById("effect-item");
  if (!list || !item) return;
  list.replaceChildren(
    ...(facts.effects || []).map((name, index) => {
      const made = item.content.cloneNode(true);
      const form = made.querySelector("form");
      form.id = `gm-remove-effect-${index}`;
      form.querySelector("[data-about-field]").value = about[0];
      form.querySelector('[name="effect"]').value = name;
      form.querySelector("[data-effect]").textContent = name;
      return made;
    }),
  );
}

document.getElementById("gm-effect")?.addEventListener("submit", (event) => {
  if (event.submitter) queue = [];
  if (about.length > 1 && event.submitter) {
    event.preventDefault();
    event.stopImmediatePropagation();
    each(event.currentTarget, about);
  }
}, true);

// ---- somebody new: an id out of the name, the weapon as the sheet has it ----

document.getElementById("gm-add")?.addEventListener("submit", () => {
  const name = document.getElementById("add-name").value;
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 30) || "somebody";
  let id = plain;
  for (let n = 2; plateOf(id); n += 1) id = `${plain}-${n}`;
  document.getElementById("add-id").value = id;
  if (!document.getElementById("add-weapons")) return;
  const weapon = document.getElementById("add-weapon").value.trim();
  const kind = document.getElementById("add-kind").value;
  const damage = document.getElementById("add-dice").value.trim();
  document.getElementById("add-weapons").value = weapon ? JSON.stringify([{ name: weapon, kind, damage, proficient: true }]) : "";
}, true);

// ---- undo: first a look, then the press ----

const box = document.getElementById("undo-box");

async function preview(to) {
  const url = document.getElementById("table").dataset.preview + (to ? `?to=${to}` : "");
  const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
  box.innerHTML = answer ? await answer.text() : '<p class="refusal" role="alert">The server did not answer. Try again.</p>';
  const keep = document.createElement("button");
  keep.type = "button";
  keep.className = "btn btn--sm btn--quiet";
  keep.textContent = "Keep them";
  keep.addEventListener("click", () => closeUndo(true));
  const row = box.querySelector(".dialog__row");
  if (row) row.append(keep);
  else box.append(keep);
  const go = box.querySelector("button[type=submit]");
  if (go) go.dataset.key = "u";
  box.hidden = false;
  const lines = document.getElementById("log-lines");
  lines.scrollTop = lines.scrollHeight;
  const first = Number(box.querySelector('[name="to"]')?.value || Infinity);
  for (const line of document.querySelectorAll("#log-lines [data-entry]")) {
    line.classList.toggle("js-undone", Number(line.dataset.entry) >= first);
  }
  (go || keep).focus();
}

function closeUndo(focus) {
  box.hidden = true;
  box.replaceChildren();
  for (const line of document.querySelectorAll(".js-undone")) line.classList.remove("js-undone");
  if (focus) document.getElementById("log-lines").focus();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const line = target.closest("[data-undo-here]")?.closest("[data-entry]");
  if (line) preview(line.dataset.entry);
  else if (target.closest("[data-undo]")) preview("");
  if (target.closest("[data-clear]")) clear();
  if (target.closest("[data-deal-all]")) {
    const ids = plates().filter((plate) => !plate.classList.contains("is-down")).map((plate) => plate.dataset.combatant);
    if (ids.length) each(document.getElementById("gm-deal-all"), ids);
  }
});
document.addEventListener("hc:sent", (event) => {
  if (event.detail.form.id === "undo-preview") closeUndo(false);
});

function offerUndo() {
  const offer = document.getElementById("undo-here");
  for (const line of document.querySelectorAll("#log-lines [data-entry]:not(:has([data-undo-here]))")) {
    line.append(offer.content.cloneNode(true));
  }
}

document.addEventListener("hc:older", offerUndo);
document.addEventListener("hc:frame", () => {
  showSelection();
  offerUndo();
  for (const dialog of document.querySelectorAll("dialog[open][data-desk]")) now(dialog);
});
showSelection();
offerUndo();
