// Sounds made here, out of nothing: a card, dice, a blow, your turn. Off until somebody switches them on.

import { taste } from "./settings.js";

let audio = null;

function context() {
  if (!taste.sound || !window.AudioContext) return null;
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

function tone(at, frequency, length, loud = 0.12, kind = "triangle") {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = kind;
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

function noise(at, length, frequency, loud = 0.25) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  // The one place where the browser uses chance: the hiss of a card. It decides nothing.
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

const SOUNDS = {
  card: (at) => noise(at, 0.09, 2600),
  dice: (at) => [0, 0.09, 0.17, 0.3, 0.42].forEach((later, i) => noise(at + later, 0.05, 900 + 240 * i, 0.5)),
  struck: (at) => {
    noise(at, 0.14, 180, 0.9);
    tone(at, 82, 0.2, 0.2, "sine");
  },
  turn: (at) => {
    tone(at, 392, 0.35);
    tone(at + 0.13, 587.3, 0.55);
  },
  asked: (at) => [0, 0.16].forEach((later) => tone(at + later, 660, 0.14, 0.14, "square")),
};

export function play(name) {
  const made = context();
  if (made && SOUNDS[name]) SOUNDS[name](made.currentTime + 0.01);
}

document.addEventListener("hc:happened", (event) => play(event.detail.what));
document.addEventListener("click", (event) => {
  // Browsers let sound begin only after a press: the switch itself is one.
  if (event.target instanceof Element && event.target.closest("[data-sound]")) setTimeout(() => play("card"), 0);
});
