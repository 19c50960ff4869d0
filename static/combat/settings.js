// What this browser remembers of its owner's taste: theme, suits, sound. Nothing of the fight is stored.

const KEY = "high-card-taste";
const FIRST = { theme: "", suits: "", sound: false };

function read() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...FIRST };
  }
}

export const taste = read();

export function keep(name, value) {
  taste[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(taste));
  } catch {
    // A private window without storage: the choice then lasts as long as the page.
  }
  show();
}

export function show() {
  const root = document.documentElement;
  if (taste.theme) root.dataset.theme = taste.theme;
  root.dataset.suits = taste.suits || "two";
  for (const input of document.querySelectorAll("[data-taste]")) {
    const name = input.dataset.taste;
    if (input.type === "checkbox") input.checked = name === "suits" ? taste.suits === "four" : Boolean(taste[name]);
    else if (input.type === "radio") input.checked = input.value === (taste[name] || root.dataset.theme);
  }
  for (const button of document.querySelectorAll("[data-sound]")) {
    const words = taste.sound ? "Sound: on" : "Sound: off";
    button.setAttribute("aria-pressed", String(Boolean(taste.sound)));
    button.setAttribute("aria-label", words);
    button.title = words;
    button.querySelector("use")?.setAttribute("href", taste.sound ? "#i-sound" : "#i-soundoff");
  }
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.dataset.taste) return;
  const name = input.dataset.taste;
  if (input.type === "checkbox") keep(name, name === "suits" ? (input.checked ? "four" : "") : input.checked);
  else if (input.checked) keep(name, input.value);
});

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-sound]")) keep("sound", !taste.sound);
});

show();
