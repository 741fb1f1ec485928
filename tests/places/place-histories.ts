import { POSITION_HISTORY_MAX } from "#contract/limits.ts";

import type { PlaceMedium } from "./place-media.ts";
import type { MakePlaceServer } from "./place-servers.ts";
import { createPlaceWorld, type Device, type Network, type PlaceWorld } from "./place-world.ts";

/** Takes part in a history; by its name, so that a history that fails can be read. */
type Step = { name: string; take: (world: PlaceWorld, medium: PlaceMedium) => void };

type Chance = { upTo: (max: number) => number; of: <T>(all: readonly [T, ...T[]]) => T };

const NETWORKS: readonly [Network, ...Network[]] = ["up", "up", "down", "loses requests", "loses answers"];

type MakeStep = (chance: Chance) => Step;

const onDevice =
  (
    name: string,
    act: (chance: Chance) => [note: unknown, (world: PlaceWorld, device: Device, medium: PlaceMedium) => void],
  ) =>
  (chance: Chance): Step => {
    const number = chance.upTo(2);
    const [note, take] = act(chance);
    return {
      name: `${name} on ${number}: ${JSON.stringify(note)}`,
      take(world, medium) {
        const device = world.devices[number % world.devices.length];
        if (device) take(world, device, medium);
      },
    };
  };

const position = (chance: Chance) => chance.upTo(chance.upTo(4) === 0 ? 90 : 9000);

const STEPS: readonly (readonly [weight: number, MakeStep])[] = [
  [
    6,
    onDevice("listen", (chance) => {
      const ticks = 1 + chance.upTo(8);
      return [ticks, (world, device) => world.listen(device, ticks)];
    }),
  ],
  [
    4,
    onDevice("seek", (chance) => {
      const target = position(chance);
      return [target, (world, device, medium) => world.seek(device, medium.at(target))];
    }),
  ],
  [3, onDevice("open", () => ["", (world, device) => world.open(device)])],
  [1, onDevice("visit", () => ["", (world, device) => world.visit(device)])],
  [
    2,
    onDevice("answer", (chance) => {
      const choice = chance.of(["go", "stay"] as const);
      return [choice, (world, device) => world.answer(device, choice)];
    }),
  ],
  [
    3,
    onDevice("network", (chance) => {
      const network = chance.of(NETWORKS);
      return [network, (_, device) => Object.assign(device, { network })];
    }),
  ],
  [
    1,
    onDevice("close", (chance) => {
      const how = { beaconArrives: chance.upTo(1) === 0, notes: chance.upTo(1) === 0 };
      return [how, (world, device) => world.close(device, how)];
    }),
  ],
  [
    1,
    onDevice("do", (chance) => {
      const act = chance.of(["crash", "pause", "focus", "glitch", "download"] as const);
      return [act, (world, device) => world[act](device)];
    }),
  ],
  [
    1,
    onDevice("rewind", (chance) => {
      const seconds = 1 + chance.upTo(29);
      return [seconds, (world, device, medium) => world.rewind(device, (seconds / 60) * medium.slack)];
    }),
  ],
  [
    1,
    (chance) => {
      const target = position(chance);
      return { name: `plain ${target}`, take: (world, medium) => world.plain(medium.at(target)) };
    },
  ],
  [
    1,
    (chance) => {
      const seconds = 1 + chance.upTo(7199);
      return { name: `wait ${seconds}`, take: (world) => world.pass(seconds) };
    },
  ],
];
const WEIGHTED = STEPS.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

/**
 * Plays so many histories of two or three devices, checking for lost places, stale winners and wrong locators.
 *
 * @param between called now and then within a history, such as to restart the server
 */
export function tryHistories(
  make: MakePlaceServer,
  medium: PlaceMedium,
  { count, between = () => undefined }: { count: number; between?: () => void },
): void {
  let checked = 0;
  for (let number = 0; number < count; number++) {
    const chance = chances(20_261_121 + number);
    const deviceCount = 2 + chance.upTo(1);
    const steps = Array.from({ length: 5 + chance.upTo(23) }, () =>
      WEIGHTED[chance.upTo(WEIGHTED.length - 1)]?.(chance),
    );
    const known = steps.filter((one) => one !== undefined);
    const play = (some: readonly Step[]) => playHistory(make, medium, { deviceCount, steps: some, between });
    const { faults, isFull } = play(known);
    if (faults.length > 0) throw new Error(described(shortened(known, play), play));
    if (!isFull) checked += 1;
  }
  if (checked < count * 0.95) throw new Error(`Only ${checked} of ${count} histories could be checked for losses`);
}

type Played = { faults: readonly string[]; isFull: boolean };
type Play = (steps: readonly Step[]) => Played;
type History = { deviceCount: number; steps: readonly Step[]; between: () => void };

function playHistory(make: MakePlaceServer, medium: PlaceMedium, { deviceCount, steps, between }: History): Played {
  const world = createPlaceWorld(make, medium, deviceCount);
  for (const { take } of steps) {
    take(world, medium);
    between();
  }
  world.settle();
  const isFull = world.history().length >= POSITION_HISTORY_MAX;
  const faults = [
    ...world.wrongs,
    ...world.mislaid().map((place) => `Mislaid: ${JSON.stringify(place)}`),
    ...world.waiting().map((save) => `Still waits: ${JSON.stringify(save)}`),
    ...(isFull ? [] : world.lost().map((place) => `Lost: ${place}`)),
  ];
  return { faults, isFull };
}

/** Without the steps that the fault doesn't need. */
function shortened(steps: readonly Step[], play: Play): readonly Step[] {
  const shorter = steps.map((_, index) => steps.toSpliced(index, 1)).find((fewer) => play(fewer).faults.length > 0);
  return shorter ? shortened(shorter, play) : steps;
}

function described(steps: readonly Step[], play: Play): string {
  return [...play(steps).faults, "after", ...steps.map(({ name }) => `  ${name}`)].join("\n");
}

/** Numbers that only look random (mulberry32). */
function chances(seed: number): Chance {
  let state = seed;
  const upTo = (max: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (max + 1));
  };
  return { upTo, of: (all) => all[upTo(all.length - 1)] ?? all[0] };
}
