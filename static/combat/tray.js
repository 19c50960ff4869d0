// Choosing at the tray: weapon, target and card, panels that open, plates on the felt that can be picked, and the
// button whose words follow the choice. It knows forms and fields; what is legal the server has already said by
// offering it. Choices live in this page only and are put back after every change of the table.

import { change } from "./live-parts.js";
import { acting, isNews, panel as fetchPanel, prefetch } from "./panels.js";

const picks = new Map(); // form id -> Map(field name -> value)
const SETTLING = 80; // ms: what was pressed in a panel is answered, and closes it
const KEPT = new Set(["weapon", "target", "ability", "reaction"]);
let opened = null; // id of the open panel
let opener = null; // the button that opened it, for the focus to go back to
let wanted = ""; // the panel that is being fetched
let touched = ""; // the card that was pressed to ask what it could pay for

const table = () => document.getElementById("table");
const seen = (element) => Boolean(element && element.getClientRects().length);

export function activeForm() {
  const panel = opened && document.getElementById(opened);
  if (panel) {
    const inside = [...panel.querySelectorAll("form.command")].find((form) => form.querySelector("[data-slot]"));
    if (inside) return inside;
  }
  const asked = document.querySelector("#window form.command [data-slot]")?.closest("form");
  return asked || document.querySelector("#tray form.attack");
}

const offered = (form, name) => (form ? [...form.querySelectorAll(`input[name="${name}"]`)].filter((i) => i.value && !i.disabled) : []);

const ofTicket = (field, what) => field.closest("label")?.querySelector(`.ticket__${what}`)?.textContent.trim() || "";

function labelOf(form, name) {
  const field = form.querySelector(`input[name="${name}"]:checked`);
  if (field) return field.value && (field.dataset.label || ofTicket(field, "name")); // nobody: no word
  const select = form.querySelector(`select[name="${name}"]`);
  if (select) return select.selectedOptions[0]?.textContent.split(":")[0].trim() || "";
  const typed = form.querySelector(`input[name="${name}"]`);
  return typed && typed.type !== "radio" ? typed.value : "";
}

function say(form) {
  for (const element of form.querySelectorAll("[data-says]")) {
    const words = element.dataset.says.replace(/\{(\w+)\}/g, (_, name) => labelOf(form, name));
    if (element.textContent !== words) element.textContent = words.trim();
  }
  for (const element of form.querySelectorAll("[data-note-of]")) {
    const field = form.querySelector(`input[name="${element.dataset.noteOf}"]:checked`);
    const note = field ? ofTicket(field, "num") : "";
    if (element.textContent !== note) element.textContent = note;
  }
}

// What goes with some weapons only (`data-with`) is there while one of them is picked.
function fit(form) {
  const weapon = form.querySelector('input[name="weapon"]:checked')?.value;
  let lost = null;
  for (const field of form.querySelectorAll("[data-with]")) {
    const fits = !weapon || field.dataset.with.trim().split(/\s+/).includes(weapon);
    field.disabled = !fits;
    field.closest(".ticket, .field")?.classList.toggle("js-unfit", !fits);
    if (!fits && field.checked && field.type === "radio") lost = field.name;
  }
  const next = lost && offered(form, lost)[0];
  if (next) next.checked = true;
}

function remember(input) {
  const form = input.form;
  if (!form?.id || !input.name || input.type === "hidden" || input.type === "checkbox") return;
  if (!picks.has(form.id)) picks.set(form.id, new Map());
  picks.get(form.id).set(input.name, input.value);
}

// What is picked is seen, also where it was behind a disclosure.
function pick(input) {
  input.checked = true;
  const more = input.closest("details");
  if (more) more.open = true;
}

function restore(form) {
  for (const [name, value] of picks.get(form.id) || []) {
    const fields = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const radio = fields.find((field) => field.type === "radio" && field.value === value);
    if (radio) pick(radio);
    else if (fields[0] && !["radio", "hidden", "checkbox"].includes(fields[0].type)) {
      const select = fields[0] instanceof HTMLSelectElement;
      if (!select || [...fields[0].options].some((option) => option.value === value)) fields[0].value = value;
    }
  }
}

// ---- plates: a press on somebody who can be picked picks them ----

function markPlates() {
  const form = activeForm();
  const targets = seen(form) ? offered(form, "target") : [];
  const numbers = new Map(targets.map((input, index) => [input.value, index + 1]));
  const chosen = targets.find((input) => input.checked)?.value;
  for (const plate of document.querySelectorAll("#stage .combatant")) {
    const id = plate.dataset.combatant;
    plate.classList.toggle("js-target", numbers.has(id));
    plate.classList.toggle("js-chosen", chosen !== undefined && chosen === id);
    const number = numbers.get(id);
    if (number && number < 10) plate.dataset.number = String(number);
    else delete plate.dataset.number;
  }
  markHand(form);
}

function markHand(form) {
  const cards = seen(form) ? offered(form, "card") : [];
  const can = new Set(cards.map((input) => input.value));
  const chosen = cards.find((input) => input.checked)?.value;
  for (const button of document.querySelectorAll("#tray .hand [data-card]")) {
    const picked = Boolean(chosen) && button.dataset.card === chosen && can.has(button.dataset.card);
    button.classList.toggle("is-picked", picked);
    button.setAttribute("aria-pressed", String(picked));
  }
}

export function choose(form, name, value) {
  const input = offered(form, name).find((field) => field.value === value);
  if (!input) return false;
  pick(input);
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

export function chooseNumber(number) {
  const form = activeForm();
  if (!form) return false;
  const targets = offered(form, "target");
  const list = targets.length ? targets : offered(form, form.querySelector("[data-slot]")?.dataset.slot || "card");
  const input = list[number - 1];
  return Boolean(input) && choose(form, input.name, input.value);
}

// ---- panels ----

// Runs with the button marked as busy; says why if it does not succeed.
async function busily(button, work) {
  button.setAttribute("aria-busy", "true");
  unsay();
  try {
    await work();
  } catch (error) {
    const line = document.createElement("p");
    line.className = "refusal";
    line.dataset.panels = "failed";
    line.setAttribute("role", "alert");
    line.textContent = error.message;
    button.insertAdjacentElement("afterend", line);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

function unsay() {
  for (const line of document.querySelectorAll("[data-panels=failed]")) line.remove();
}

function open(id, button, focus = true) {
  if (document.getElementById(id)) {
    openPanel(id, button, focus);
  } else if (wanted !== id) {
    wanted = id;
    busily(button, async () => {
      const panel = await fetchPanel(id).catch((error) => {
        if (wanted !== id) return null; // something else has been pressed meanwhile
        wanted = "";
        throw error;
      });
      if (wanted !== id) return;
      wanted = "";
      (button.closest("[data-panels]") || document.getElementById("panels")).append(panel);
      openPanel(id, button, focus);
    });
  }
}

function openPanel(id, button, focus = true) {
  const panel = document.getElementById(id);
  if (!panel) return;
  if (opened && opened !== id) closePanel(false);
  opened = id;
  opener = button;
  panel.classList.add("js-open");
  for (const one of document.querySelectorAll(`[data-opens="${CSS.escape(id)}"]`)) one.setAttribute("aria-expanded", "true");
  table()?.classList.toggle("js-panel", true);
  for (const form of panel.querySelectorAll("form.command[id]")) restore(form);
  panel.scrollIntoView({ block: "nearest" });
  if (touched && choose(activeForm(), "card", touched)) touched = "";
  if (focus) panel.querySelector("input:checked, input:not([type=hidden]), select, button:not([aria-disabled]):not([data-closes])")?.focus();
  refresh();
}

export function closePanel(focus = true) {
  wanted = "";
  if (!opened) return focus && endActing(true);
  const panel = document.getElementById(opened);
  if (panel?.dataset.fetched === undefined) panel?.classList.remove("js-open");
  else panel.remove();
  for (const one of document.querySelectorAll(`[data-opens="${CSS.escape(opened)}"]`)) one.setAttribute("aria-expanded", "false");
  const back = opener?.isConnected ? opener : document.querySelector(`[data-opens="${CSS.escape(opened)}"]`);
  opened = opener = null;
  if (focus) touched = "";
  table()?.classList.toggle("js-panel", false);
  if (focus) back?.focus();
  refresh();
  return true;
}

// The table has changed under an open panel: it comes again, with what was picked in it.
async function renewPanel() {
  const id = opened;
  await new Promise((done) => setTimeout(done, SETTLING));
  if (opened !== id) return;
  const panel = await fetchPanel(id).catch(() => null);
  const old = document.getElementById(id);
  if (opened !== id || !old) return;
  if (panel) {
    panel.classList.add("js-open");
    change(old, panel);
    restoreAll();
  } else if (navigator.onLine) closePanel(false);
}

// ---- the GM acts for somebody else ----

const place = () => document.getElementById("acting");

function act(button) {
  busily(button, async () => {
    place().replaceChildren(...(await acting()).childNodes);
    place().dataset.for = button.dataset.actsFor;
    restoreAll();
    place().querySelector("input:checked, button:not([aria-disabled])")?.focus();
  });
}

function endActing(focus) {
  if (!place()?.dataset.for) return false;
  delete place().dataset.for;
  place().replaceChildren();
  refresh();
  if (focus) document.querySelector("#acts [data-acts-for]")?.focus();
  return true;
}

async function renewActing() {
  const who = place().dataset.for;
  const isTheirs = () => document.querySelector("#acts [data-acts-for]")?.dataset.actsFor === who;
  const controls = isTheirs() && (await acting().catch(() => null));
  if (place().dataset.for !== who) return;
  if (!controls || !isTheirs()) {
    if (navigator.onLine) endActing(false);
    return;
  }
  controls.dataset.for = who;
  delete controls.dataset.fetched;
  change(place(), controls);
  restoreAll();
}

function refresh() {
  for (const form of document.querySelectorAll("#tray form.command, #window form.command")) {
    fit(form);
    say(form);
  }
  markPlates();
}

export function restoreAll() {
  for (const form of document.querySelectorAll("#table form.command[id]")) if (picks.has(form.id)) restore(form);
  if (opened) {
    const id = opened;
    if (document.getElementById(id)) openPanel(id, opener, false);
    else {
      opened = opener = null;
      table()?.classList.toggle("js-panel", false);
    }
  }
  refresh();
}

// ---- what is pressed ----

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLElement) || !input.closest("form.command")) return;
  remember(input);
  input.closest(".pick")?.classList.remove("js-unfolded");
  refresh();
});
document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLElement && event.target.closest("form.command")) remember(event.target);
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const opens = target.closest("[data-opens]");
  if (opens) {
    if (opened === opens.dataset.opens) closePanel();
    else open(opens.dataset.opens, opens);
    return;
  }
  const acts = target.closest("[data-acts-for]");
  if (acts) {
    act(acts);
    return;
  }
  if (target.closest("[data-closes]")) {
    closePanel();
    return;
  }
  if (opened && target.closest("#table") && !target.closest(".drawer, .also__acts, .hand, .combatant, .refusal")) closePanel(false);
  const card = target.closest("#tray .hand [data-card]");
  if (card) {
    pressCard(card);
    return;
  }
  const ticket = target.closest(".pick .ticket");
  if (ticket && !ticket.closest("#window")) ticket.closest(".pick").classList.toggle("js-unfolded", !ticket.closest(".pick").classList.contains("js-unfolded"));
  const plate = target.closest("#stage .combatant.js-target");
  if (plate && !target.closest("button, a, input, label, summary")) choose(activeForm(), "target", plate.dataset.combatant);
});

function pressCard(card) {
  const code = card.dataset.card;
  if (choose(activeForm(), "card", code)) return;
  // A card that the turn does not owe pays for a bonus action: pressing it asks which.
  const bonus = document.querySelector('#tray [data-opens="drawer-bonus"]:not([aria-disabled])');
  if (bonus && seen(bonus) && !card.classList.contains("is-owed")) {
    touched = code;
    open("drawer-bonus", bonus, false);
  }
}

// Of several equal cards that the turn owes, the one picked for the attack also pays for whatever else is pressed.
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector?.("[data-same-card]");
  if (field) field.value = document.querySelector('#tray form.attack input[name="card"]:checked')?.value || "";
}, true);

document.addEventListener("hc:sent", (event) => {
  const form = event.detail?.form;
  if (!form) return;
  const kept = picks.get(form.id);
  if (kept) for (const name of [...kept.keys()]) if (!KEPT.has(name)) kept.delete(name);
  if (form.closest("#table")) for (const field of form.querySelectorAll("input[type=text], textarea")) field.value = "";
  if (form.closest(".drawer")) closePanel(false);
});
document.addEventListener("hc:frame", (event) => {
  const isOld = isNews(event.detail || {});
  unsay();
  restoreAll();
  if (isOld && opened && document.getElementById(opened)?.dataset.fetched !== undefined) renewPanel();
  if (isOld && place()?.dataset.for) renewActing();
});
restoreAll();

// A finger or a pointer on the way to a button that opens something.
for (const name of ["pointerover", "touchstart", "focusin"]) {
  document.addEventListener(name, (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-opens]");
    if (button && !document.getElementById(button.dataset.opens)) prefetch();
  }, { passive: true });
}
