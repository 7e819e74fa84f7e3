/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** What deterministic data are drawn with. */
export interface Draw {
  /** A whole number from 0, below a limit. */
  below(limit: number): number;
  /** The same, where small numbers are more frequent than large ones, as words are in a text. */
  skewed(limit: number): number;
}

/** Draws from the numbers of a seed. */
export function drawFrom(seed: number): Draw {
  const random = randomNumbers(seed);
  const next = (): number => random.next().value;
  return {
    below: (limit) => Math.floor(next() * limit),
    skewed: (limit) => Math.floor(next() ** 2 * limit),
  };
}
