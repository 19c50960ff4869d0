// Parts of the page are changed in place: focus, scrolling, and what is being typed stay.

import { Idiomorph } from "../vendor/idiomorph.esm.js";

const OPENS = new Set(["DETAILS", "DIALOG"]);

function isTyped(node) {
  if (node instanceof HTMLTextAreaElement) return node.value !== node.defaultValue;
  return node instanceof HTMLInputElement && !["radio", "checkbox", "hidden"].includes(node.type) && node.value !== node.defaultValue;
}

const options = {
  morphStyle: "outerHTML",
  ignoreActiveValue: true,
  callbacks: {
    beforeNodeRemoved: (node) => !node.dataset?.fetched, // a panel that was fetched stays in the part that it opened in
    beforeAttributeUpdated(name, node) {
      if (name === "value" && isTyped(node)) return false;
      if (name === "open" && OPENS.has(node.tagName)) return false;
      return undefined;
    },
  },
};

export function change(element, html) {
  Idiomorph.morph(element, html, options);
}

function morph(id, html) {
  const element = document.getElementById(id);
  if (element) change(element, html);
}

// The text of each part as it came last, and the long ones before it: what comes next may be a patch against one of
// them, counted in pieces between "<" (combat/page_texts.py, combat/frames.py).
const texts = new Map();
const earlier = new Map();
const EARLIER_KEPT = 2;
const LONG = 12;

function patched(old, hunks) {
  const pieces = old.split("<");
  const made = [];
  let at = 0;
  for (const hunk of hunks) {
    made.push(...pieces.slice(at, hunk[0]));
    if (hunk.length === 4) {
      const piece = pieces[hunk[0]];
      made.push(piece.slice(0, hunk[1]) + hunk[3] + piece.slice(piece.length - hunk[2]));
      at = hunk[0] + 1;
      continue;
    }
    if (hunk.length === 3) made.push(...hunk[2].split("<"));
    at = hunk[1];
  }
  made.push(...pieces.slice(at));
  return made.join("<");
}

// The new text of a part; undefined: the page does not have what the patch is against.
function textOf(id, change) {
  if (typeof change === "string") return change;
  const base = Array.isArray(change) ? texts.get(id) : earlier.get(id)?.[change.back];
  return base === undefined ? undefined : patched(base, Array.isArray(change) ? change : change.patch);
}

function keep(id, text) {
  const old = texts.get(id);
  if (old !== undefined && old !== text && old.split("<").length > LONG) {
    earlier.set(id, [old, ...(earlier.get(id) || [])].slice(0, EARLIER_KEPT));
  }
  texts.set(id, text);
}

// The skeleton of the sides comes with empty places; they are filled before anything is shown.
function filled() {
  const template = document.createElement("template");
  template.innerHTML = texts.get("sides");
  for (const place of template.content.querySelectorAll('[id^="c-"]')) {
    if (texts.has(place.id)) place.outerHTML = texts.get(place.id);
  }
  return template.innerHTML;
}

// False: there is nothing that the patch fits, so everything has to come again.
export function showParts(frame) {
  const changes = Object.entries(frame.parts || {});
  if (frame.full) {
    texts.clear();
    earlier.clear();
    for (const [id, kept] of Object.entries(frame.earlier || {})) earlier.set(id, kept);
  }
  for (const [id, change] of changes) {
    const text = textOf(id, change);
    if (text === undefined) return false;
    keep(id, text);
  }
  for (const id of frame.gone || []) {
    texts.delete(id);
    document.getElementById(id)?.remove();
  }
  const sides = frame.parts?.sides !== undefined;
  if (sides) morph("sides", filled());
  for (const [id] of changes) {
    if (id !== "sides" && !(sides && id.startsWith("c-"))) morph(id, texts.get(id));
  }
  return true;
}
