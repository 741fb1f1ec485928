import { expect, test } from "bun:test";

import {
  createCrosswalk,
  type Crosswalk,
  invertCrosswalk,
  longestChain,
  mapPosition,
  type PointPair,
} from "./crosswalk.ts";

const UNIT = 0.25;
const LENGTH = 400_000;

/** Two texts, each with random parts that the other lacks. */
function createRandomEditions(seed: number): { crosswalk: Crosswalk; back: Crosswalk } {
  let randomState = seed;
  const nextRandom = (max: number) => (randomState = (randomState * 48_271) % 2_147_483_647) % max;
  const pairs: PointPair[] = [];
  let [oldLength, newLength] = [0, 0];
  for (let part = 0; part < 1 + nextRandom(40); part += 1) {
    oldLength += nextRandom(3) === 0 ? nextRandom(20_000) : 0;
    newLength += nextRandom(3) === 0 ? nextRandom(20_000) : 0;
    const sharedLength = 1 + nextRandom(5000);
    pairs.push([oldLength, newLength], [oldLength + sharedLength, newLength + sharedLength]);
    [oldLength, newLength] = [oldLength + sharedLength, newLength + sharedLength];
  }
  const lengths = [
    oldLength + nextRandom(3) * nextRandom(90_000),
    newLength + nextRandom(3) * nextRandom(90_000),
  ] as const;
  const inversePairs = pairs.map(([one, other]): PointPair => [other, one]);
  return {
    crosswalk: createCrosswalk(pairs, lengths, UNIT),
    back: createCrosswalk(inversePairs, [lengths[1], lengths[0]], UNIT),
  };
}

test("keeps positions in order whatever an edition lacks", () => {
  for (let seed = 1; seed <= 300; seed += 1)
    for (const crosswalk of Object.values(createRandomEditions(seed))) {
      const shares = Array.from({ length: 2000 }, (_, at) => at / 2000);
      const mappedShares = shares.map((share) => mapPosition(crosswalk, share));
      const decreasingShares = mappedShares.filter(
        (share, at) => share < 0 || share > 1 || (at > 0 && share <= (mappedShares[at - 1] ?? 0)),
      );
      expect([seed, decreasingShares]).toEqual([seed, []]);
    }
});

test("maps each position back to where it was", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { crosswalk } = createRandomEditions(seed);
    const backCrosswalk = invertCrosswalk(crosswalk);
    for (let share = 0; share < 1; share += 0.001)
      expect(Math.abs(mapPosition(backCrosswalk, mapPosition(crosswalk, share)) - share) * LENGTH).toBeLessThan(1);
    const shares = Array.from({ length: 1000 }, (_, at) => at / 1000).map((share) => mapPosition(backCrosswalk, share));
    expect(shares.filter((share, at) => at > 0 && share <= (shares[at - 1] ?? 0))).toEqual([]);
  }
});

test("maps a missing part to where a third edition has it again", () => {
  const [lengthBefore, gapLength, lengthAfter] = [20_000, 30_000, 50_000];
  const pairs: PointPair[] = [
    [lengthBefore, lengthBefore],
    [lengthBefore + gapLength, lengthBefore + 2],
    [lengthBefore + gapLength + lengthAfter, lengthBefore + 2 + lengthAfter],
  ];
  const lengths = [lengthBefore + gapLength + lengthAfter, lengthBefore + 2 + lengthAfter] as const;
  const removal = createCrosswalk(pairs, lengths, UNIT);
  const inversePairs = pairs.map(([one, other]): PointPair => [other, one]);
  const insertion = createCrosswalk(inversePairs, [lengths[1], lengths[0]], UNIT);
  for (let share = 0.01; share < 1; share += 0.01)
    expect(Math.abs(mapPosition(insertion, mapPosition(removal, share)) - share) * lengths[0]).toBeLessThan(10);
});

test("maps the end of a text to where the other one continues", () => {
  const pairs: PointPair[] = [
    [0, 0],
    [30_000, 30_000],
  ];
  for (const oldLength of [30_000, 30_002]) {
    const longerCrosswalk = createCrosswalk(pairs, [oldLength, 100_000], UNIT);
    const shorterCrosswalk = createCrosswalk(pairs, [100_000, oldLength], UNIT);
    for (const crosswalk of [longerCrosswalk, invertCrosswalk(shorterCrosswalk)]) {
      expect(mapPosition(crosswalk, 1)).toBeCloseTo(0.3, 3);
      expect(mapPosition(crosswalk, mapPosition(shorterCrosswalk, 0.9))).toBeCloseTo(0.9, 3);
    }
    const finishedShare = mapPosition(shorterCrosswalk, 1);
    expect(mapPosition(shorterCrosswalk, 0.9)).toBeLessThan(finishedShare);
    expect(mapPosition(longerCrosswalk, finishedShare)).toBeCloseTo(1, 9);
  }
});

test("leaves moved pairs out of the longest chain", () => {
  const movedPairs: PointPair[] = [
    [0, 500],
    [10, 0],
    [20, 10],
    [30, 400],
    [40, 20],
  ];
  expect(longestChain(movedPairs)).toEqual([
    [10, 0],
    [20, 10],
    [40, 20],
  ]);
  expect(longestChain([])).toEqual([]);
});
