// The live table: one socket brings what has changed, forms carry what is pressed. No rule is known here.
// It tells the rest of the page by events: hc:frame (after a change is shown), hc:sent (a press was accepted),
// hc:clock (the server's time), hc:link (the connection is there or lost).

import { listen, resync } from "./live-socket.js";
import { showParts } from "./live-parts.js";
import { showLines } from "./live-log.js";
import { page, tell } from "./live-page.js";
import "./live-commands.js";

let n = null; // this audience's frame that is shown; null until the first full one
let waiting = false; // for a full frame

function onFull(frame) {
  if (frame.as !== page.audience) {
    location.reload(); // another role or seat: everything here may be different
    return;
  }
  const isFirst = n === null;
  showParts(frame);
  const missed = showLines(frame);
  n = frame.n;
  waiting = false;
  tell.build(frame.build !== page.build);
  if (!isFirst && missed > 0) tell.caughtUp(missed);
  shown(frame);
}

function onChange(frame) {
  if (n === null || waiting || frame.n <= n) return;
  if (frame.n !== n + 1) {
    askAgain();
    return;
  }
  if (!showParts(frame)) {
    askAgain();
    return;
  }
  showLines(frame);
  n = frame.n;
  shown(frame);
}

function shown(frame) {
  page.read = frame.lines || 0;
  page.lines = Math.max(page.lines, page.read);
  tell.turn();
  document.dispatchEvent(new CustomEvent("hc:clock", { detail: { now: frame.now } }));
  document.dispatchEvent(new CustomEvent("hc:frame", { detail: frame }));
}

function askAgain() {
  waiting = true;
  resync();
}

listen({
  opened() {
    waiting = true; // a full frame comes by itself
  },
  message(frame) {
    if (frame.full) onFull(frame);
    else if (frame.beat !== undefined) {
      if (n !== null && !waiting && frame.beat > n) askAgain();
    } else if (frame.n !== undefined) onChange(frame);
  },
  woke: askAgain,
});
