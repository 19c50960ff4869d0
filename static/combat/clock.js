// Rings that empty until the server's deadline, and times written in the viewer's own zone. The server decides when
// time is over; this only shows it.

let ahead = 0; // how far the server's clock is ahead of ours, in ms

function tick() {
  for (const ring of document.querySelectorAll(".ring[data-deadline]")) {
    const left = Math.max(0, (Date.parse(ring.dataset.deadline) - Date.now() - ahead) / 1000);
    const whole = Number(ring.dataset.seconds) || Math.max(left, 1);
    if (!ring.dataset.seconds) ring.dataset.seconds = String(whole);
    const number = ring.querySelector(".ring__n");
    const words = String(Math.ceil(left));
    if (number && number.textContent !== words) number.textContent = words;
    ring.querySelector(".ring__left")?.setAttribute("stroke-dasharray", `${Math.min(100, (100 * left) / whole)} 100`);
  }
}

export function localTimes(root = document) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    const today = date.toDateString() === new Date().toDateString();
    time.textContent = date.toLocaleString([], today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
    time.dataset.local = "";
  }
}

document.addEventListener("hc:clock", (event) => {
  if (Number.isFinite(event.detail?.now)) ahead = event.detail.now - Date.now();
});
document.addEventListener("hc:frame", () => {
  localTimes();
  tick();
});
setInterval(tick, 250);
localTimes();
tick();
