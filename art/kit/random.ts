/** Numbers in [0, 1). */
export type Random = () => number;

/** Mulberry32: integer math, so the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = Math.trunc(seed);
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number between -spread and +spread. */
export const around = (random: Random, spread: number) => (random() - 0.5) * 2 * spread;

export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
