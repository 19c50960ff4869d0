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

// The text of each part as it came last: what comes next may be a patch against it, counted in pieces between "<"
// (combat/patches.py).
const texts = new Map();

function patched(old, hunks) {
  const pieces = old.split("<");
  const made = [];
  let at = 0;
  for (const [from, to, text] of hunks) {
    made.push(...pieces.slice(at, from));
    if (text !== undefined) made.push(...text.split("<"));
    at = to;
  }
  made.push(...pieces.slice(at));
  return made.join("<");
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
  if (frame.full) texts.clear();
  for (const [id, change] of changes) {
    if (typeof change !== "string" && !texts.has(id)) return false;
    texts.set(id, typeof change === "string" ? change : patched(texts.get(id), change));
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
