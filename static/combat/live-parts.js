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

// The skeleton of the sides comes with empty places; they are filled before anything is shown.
function filled(parts) {
  const template = document.createElement("template");
  template.innerHTML = parts.sides;
  for (const place of template.content.querySelectorAll('[id^="c-"]')) {
    if (parts[place.id] !== undefined) place.outerHTML = parts[place.id];
  }
  return template.innerHTML;
}

export function showParts(frame) {
  const parts = frame.parts || {};
  for (const id of frame.gone || []) document.getElementById(id)?.remove();
  if (parts.sides !== undefined) morph("sides", filled(parts));
  for (const [id, html] of Object.entries(parts)) {
    if (id === "sides" || (id.startsWith("c-") && parts.sides !== undefined)) continue;
    morph(id, html);
  }
  return true;
}
