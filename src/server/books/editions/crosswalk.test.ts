import { expect, test } from "bun:test";

import {
  type Anchor,
  createCrosswalk,
  type Crosswalk,
  invertCrosswalk,
  longestChain,
  mapPosition,
} from "./crosswalk.ts";

const UNIT = 0.25;
const LENGTH = 400_000;

/** Two texts, each with random parts that the other lacks. */
function randomEditions(seed: number): { crosswalk: Crosswalk; back: Crosswalk } {
  let state = seed;
  const next = (max: number) => (state = (state * 48_271) % 2_147_483_647) % max;
  const anchors: Anchor[] = [];
  let [from, to] = [0, 0];
  for (let part = 0; part < 1 + next(40); part += 1) {
    from += next(3) === 0 ? next(20_000) : 0;
    to += next(3) === 0 ? next(20_000) : 0;
    const same = 1 + next(5000);
    anchors.push([from, to], [from + same, to + same]);
    [from, to] = [from + same, to + same];
  }
  const lengths = [from + next(3) * next(90_000), to + next(3) * next(90_000)] as const;
  const inverse = anchors.map(([one, other]): Anchor => [other, one]);
  return {
    crosswalk: createCrosswalk(anchors, lengths, UNIT),
    back: createCrosswalk(inverse, [lengths[1], lengths[0]], UNIT),
  };
}

test("keeps positions in order whatever an edition lacks", () => {
  for (let seed = 1; seed <= 300; seed += 1)
    for (const crosswalk of Object.values(randomEditions(seed))) {
      const shares = Array.from({ length: 2000 }, (_, at) => at / 2000);
      const mapped = shares.map((share) => mapPosition(crosswalk, share));
      const outOfOrder = mapped.filter(
        (share, at) => share < 0 || share > 1 || (at > 0 && share <= (mapped[at - 1] ?? 0)),
      );
      expect([seed, outOfOrder]).toEqual([seed, []]);
    }
});

test("maps each position back to where it was", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { crosswalk } = randomEditions(seed);
    const back = invertCrosswalk(crosswalk);
    for (let share = 0; share < 1; share += 0.001)
      expect(Math.abs(mapPosition(back, mapPosition(crosswalk, share)) - share) * LENGTH).toBeLessThan(1);
    const shares = Array.from({ length: 1000 }, (_, at) => at / 1000).map((share) => mapPosition(back, share));
    expect(shares.filter((share, at) => at > 0 && share <= (shares[at - 1] ?? 0))).toEqual([]);
  }
});

test("maps a missing part to where a third edition has it again", () => {
  const [before, gap, after] = [20_000, 30_000, 50_000];
  const anchors: Anchor[] = [
    [before, before],
    [before + gap, before + 2],
    [before + gap + after, before + 2 + after],
  ];
  const lengths = [before + gap + after, before + 2 + after] as const;
  const removal = createCrosswalk(anchors, lengths, UNIT);
  const inverse = anchors.map(([one, other]): Anchor => [other, one]);
  const insertion = createCrosswalk(inverse, [lengths[1], lengths[0]], UNIT);
  for (let share = 0.01; share < 1; share += 0.01)
    expect(Math.abs(mapPosition(insertion, mapPosition(removal, share)) - share) * lengths[0]).toBeLessThan(10);
});

test("maps the end of a text to where the other one continues", () => {
  const anchors: Anchor[] = [
    [0, 0],
    [30_000, 30_000],
  ];
  for (const from of [30_000, 30_002]) {
    const longerCrosswalk = createCrosswalk(anchors, [from, 100_000], UNIT);
    const shorterCrosswalk = createCrosswalk(anchors, [100_000, from], UNIT);
    for (const crosswalk of [longerCrosswalk, invertCrosswalk(shorterCrosswalk)]) {
      expect(mapPosition(crosswalk, 1)).toBeCloseTo(0.3, 3);
      expect(mapPosition(crosswalk, mapPosition(shorterCrosswalk, 0.9))).toBeCloseTo(0.9, 3);
    }
    const finished = mapPosition(shorterCrosswalk, 1);
    expect(mapPosition(shorterCrosswalk, 0.9)).toBeLessThan(finished);
    expect(mapPosition(longerCrosswalk, finished)).toBeCloseTo(1, 9);
  }
});

test("leaves moved anchors out of the longest chain", () => {
  const movedAnchors: Anchor[] = [
    [0, 500],
    [10, 0],
    [20, 10],
    [30, 400],
    [40, 20],
  ];
  expect(longestChain(movedAnchors)).toEqual([
    [10, 0],
    [20, 10],
    [40, 20],
  ]);
  expect(longestChain([])).toEqual([]);
});
