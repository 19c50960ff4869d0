// One socket, kept alive: a watchdog for silence, growing pauses with chance in them, and fresh looks whenever the
// page comes back from sleep, from another tab or from the history. Presses go out over it, and get one answer each.

import { page, tell } from "./live-page.js";

const SILENCE = 10000; // the server beats every 4 s
const PATIENCE = 10000; // for the answer to a press
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const FINAL = new Map([
  [4403, "You are no longer at this table, or you have signed out."],
  [1008, "The server does not accept this page any more."],
]);

let socket = null;
let told = null;
let tries = 0;
let retry = 0;
let heard = 0;
let hiddenAt = 0;
let over = false;
const asked = new Map(); // by id of a press, what its answer does

export function listen(listener) {
  told = listener;
  open();
}

export function resync() {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: "resync", lines: page.read }));
}

// The promise gives the answer. It fails where none comes: whether the press was done is then not known.
export function ask(press) {
  return new Promise((resolve, reject) => {
    socket.send(JSON.stringify(press));
    const settle = (answer) => {
      clearTimeout(late);
      asked.delete(press.id);
      if (answer) resolve(answer);
      else reject(new Error("no answer"));
    };
    const late = setTimeout(settle, PATIENCE);
    asked.set(press.id, settle);
  });
}

function unanswered() {
  for (const settle of [...asked.values()]) settle();
}

function open() {
  clearTimeout(retry);
  if (over) return;
  drop();
  heard = Date.now();
  const url = new URL(page.socket, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("lines", page.read);
  const mine = new WebSocket(url);
  socket = mine;
  mine.addEventListener("open", () => {
    if (mine === socket) told.opened();
  });
  mine.addEventListener("message", (event) => {
    if (mine !== socket) return;
    heard = Date.now();
    const frame = JSON.parse(event.data);
    const id = frame.done || frame.refused;
    if (id) {
      asked.get(id)?.(frame);
      return;
    }
    if (frame.full) {
      tries = 0;
      tell.linked();
    }
    told.message(frame);
  });
  mine.addEventListener("close", (event) => {
    if (mine === socket) closed(event.code);
  });
}

function drop() {
  const old = socket;
  socket = null;
  unanswered();
  if (old && old.readyState < WebSocket.CLOSING) old.close();
}

function closed(code) {
  socket = null;
  unanswered();
  if (FINAL.has(code)) {
    over = true;
    tell.over(FINAL.get(code));
    return;
  }
  lost();
}

function lost() {
  drop();
  tell.lost("The connection is lost. What you typed is kept; it is trying again.");
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries) * (0.5 + Math.random());
  tries += 1;
  clearTimeout(retry);
  retry = setTimeout(open, pause);
}

setInterval(() => {
  if (socket && Date.now() - heard > SILENCE) lost();
}, 1000);

function back() {
  if (over) return;
  tries = 0;
  if (!socket || socket.readyState > WebSocket.OPEN || Date.now() - heard > SILENCE) open();
  else if (socket.readyState === WebSocket.OPEN) told.woke();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > 1000) back();
});
addEventListener("online", back);
addEventListener("offline", () => {
  if (!over) lost();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) back();
});
addEventListener("pagehide", drop);
