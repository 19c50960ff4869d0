// The random stream of a fight, worked out again from its opened seed.

import { bytes, hex, hmac, joined, sha256, unhex } from "./sha256.js";

const ZERO = "00".repeat(32);

export class Stream {
  constructor(seed, encounter) {
    this.seed = unhex(seed);
    this.encounter = encounter.toLowerCase();
    this.entropy = ZERO;
    this.k = 0;
    this.word = 0;
    this.block = null;
  }

  async mixIn(cuts) {
    if (!cuts.length) return;
    const lines = cuts.map((cut) => `${cut.seat}:${cut.cut ?? cut.hex}\n`).join("");
    this.entropy = hex(await sha256(joined(unhex(this.entropy), bytes(lines))));
    this.block = null;
    if (this.word) {
      this.k += 1;
      this.word = 0;
    }
  }

  async next() {
    if (!this.block) {
      const message = `high-card-1|${this.encounter}|${this.entropy}|${this.k}`;
      this.block = new DataView((await hmac(this.seed, bytes(message))).buffer);
    }
    const number = this.block.getUint32(4 * this.word);
    this.word += 1;
    if (this.word === 8) {
      this.k += 1;
      this.word = 0;
      this.block = null;
    }
    return number;
  }

  async below(bound) {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const number = await this.next();
      if (number < limit) return number % bound;
    }
  }

  async shuffle(cards) {
    const pile = [...cards];
    for (let last = pile.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [pile[last], pile[other]] = [pile[other], pile[last]];
    }
    return pile;
  }
}

async function again(use, stream) {
  if (use.kind === "shuffle") return stream.shuffle(use.from);
  const number = await stream.below(use.n);
  return use.kind === "die" ? number + 1 : number;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Calls `seen(index, use, result, fits)` for each use. Returns null, or the first difference in words.
export async function check(record, seen = () => {}) {
  const streams = [];
  for (const [i, one] of record.streams.entries()) {
    if (!one.seed) return `Stream ${i + 1} is not open yet.`;
    if (hex(await sha256(unhex(one.seed))) !== one.commitment) return `The fingerprint of seed ${i + 1} is another one.`;
    streams.push(new Stream(one.seed, record.encounter));
  }
  for (const [i, use] of record.uses.entries()) {
    const stream = streams[use.stream];
    await stream.mixIn(record.cuts.filter((cut) => cut.stream === use.stream && cut.use === i));
    const place = [stream.k, stream.word];
    const result = await again(use, stream);
    const fits = same(result, use.result) && same(place, [use.k, use.word]);
    seen(i, use, result, fits);
    if (!fits) return `Number ${i + 1} (${use.purpose}): the seed gives ${[result].flat().join(" ")}, the record says ${[use.result].flat().join(" ")}.`;
  }
  return null;
}
