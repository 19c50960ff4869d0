// Panels are not sent with every change of the table: they are fetched when one of them is wanted, and kept until the
// table changes.

import { page } from "./live-page.js";

const from = document.getElementById("table").dataset.panelsFrom;
let kept = new Map(); // what was asked for -> the promise of its elements, by id
let age = 0; // counts the changes of the table

const words = {
  lost: "Not now: the connection is lost. Press again when it is back.",
  out: "You are not at this table any more. Reload the page.",
  failed: "The server did not answer. Press again in a moment.",
  gone: "That has just changed. Look again.",
};

async function fetchAll(what) {
  if (!page.linked || !navigator.onLine) throw new Error(words.lost);
  const answer = await fetch(from + what, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
  if (!answer) throw new Error(words.failed);
  if (answer.redirected || answer.status === 403 || answer.status === 404) throw new Error(words.out);
  if (!answer.ok) throw new Error(words.failed);
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  return new Map([...template.content.children].map((element) => [element.id, element]));
}

function all(what) {
  if (!kept.has(what)) {
    const asked = fetchAll(what);
    kept.set(what, asked);
    asked.catch(() => kept.get(what) === asked && kept.delete(what));
  }
  return kept.get(what);
}

// Fresh elements of that id; an Error with words for the player where there are none.
async function one(id, what) {
  for (let tries = 0; tries < 3; tries += 1) {
    const then = age;
    const element = (await all(what)).get(id);
    if (then !== age) continue; // the table has changed meanwhile
    if (!element) throw new Error(words.gone);
    const copy = element.cloneNode(true);
    copy.dataset.fetched = "";
    return copy;
  }
  throw new Error(words.failed);
}

export const panel = (id) => one(id, "");
export const acting = () => one("acting", "?act=1");
export const prefetch = () => void all("").catch(() => {});

// True if what was fetched is out of date now.
export function isNews(frame) {
  if (!frame.full && !Object.keys(frame.parts || {}).some((id) => id !== "people")) return false;
  age += 1;
  kept = new Map();
  return true;
}
