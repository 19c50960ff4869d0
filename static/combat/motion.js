// Cards that fly in, dice that tumble, plates that are struck. It compares the table before and after a frame, puts a
// class on and takes it off. Nothing waits for it; a newer frame ends what still runs.

const LENGTH = 900;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
let running = [];
let timer = 0;
let before = look();

function look() {
  const hand = [...document.querySelectorAll("#tray .hand [data-card]")].map((card) => card.dataset.card);
  const hits = new Map();
  for (const plate of document.querySelectorAll("#stage .combatant")) hits.set(plate.dataset.combatant, plate.dataset.health || "");
  return { hand, hits, play: document.querySelector("#middle [data-play]")?.dataset.play || "" };
}

function run(element, name) {
  element.classList.add(name);
  running.push([element, name]);
}

function stop() {
  clearTimeout(timer);
  for (const [element, name] of running) element.classList.remove(name);
  running = [];
}

function happened(what) {
  document.dispatchEvent(new CustomEvent("hc:happened", { detail: { what } }));
}

function dealt(after) {
  const old = [...before.hand];
  let any = false;
  for (const card of document.querySelectorAll("#tray .hand [data-card]")) {
    const place = old.indexOf(card.dataset.card);
    if (place >= 0) old.splice(place, 1);
    else {
      any = true;
      run(card.closest("li") || card, "is-dealt");
    }
  }
  return any || after.hand.length < before.hand.length;
}

function struck(after) {
  let any = false;
  for (const [id, health] of after.hits) {
    const was = before.hits.get(id);
    if (was === undefined || was === health || Number(health) >= Number(was)) continue;
    any = true;
    const plate = document.querySelector(`#stage .combatant[data-combatant="${CSS.escape(id)}"]`);
    if (plate) run(plate, "is-struck");
  }
  return any;
}

// The harm of the newest blow, at the plate that it struck. Screen readers have it from the log.
function showHit() {
  for (const old of document.querySelectorAll("#stage .combatant__hit")) old.remove();
  const play = document.querySelector("#middle [data-harm]");
  const plate = play && document.getElementById(`c-${play.dataset.target}`);
  if (!plate) return null;
  const badge = document.createElement("span");
  badge.className = "combatant__hit";
  badge.setAttribute("aria-hidden", "true");
  badge.textContent = `−${play.dataset.harm}`;
  plate.classList.add("is-hit");
  plate.prepend(badge);
  return badge;
}

document.addEventListener("hc:frame", (event) => {
  stop();
  const hit = showHit();
  const after = look();
  if (!event.detail?.full) {
    const played = after.play !== before.play && after.play;
    if (still()) {
      if (played) happened("dice");
    } else {
      const cards = dealt(after);
      const blows = struck(after);
      if (played) {
        for (const die of document.querySelectorAll("#middle [data-play] .die")) run(die, "is-rolling");
        for (const card of document.querySelectorAll("#middle [data-play] .played")) run(card, "is-new");
        if (hit) run(hit, "is-new");
      }
      if (played && document.querySelector("#middle [data-play] .die")) happened("dice");
      else if (cards || played) happened("card");
      if (blows) happened("struck");
      timer = setTimeout(stop, LENGTH);
    }
  }
  before = after;
});
showHit();
