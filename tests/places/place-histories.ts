import * as fc from "fast-check";

import { POSITION_HISTORY_MAX } from "#contract/limits.ts";

import type { PlaceMedium } from "./place-media.ts";
import type { MakePlaceServer } from "./place-servers.ts";
import { createPlaceWorld, type Device, type PlaceWorld } from "./place-world.ts";

/** Takes part in a history; by its name, so that a history that fails can be read. */
type Step = { name: string; take: (world: PlaceWorld, medium: PlaceMedium) => void };

const position = fc.oneof({ weight: 1, arbitrary: fc.nat(90) }, { weight: 4, arbitrary: fc.nat(9000) });

function onDevice<Chosen>(
  name: string,
  chosen: fc.Arbitrary<Chosen>,
  act: (world: PlaceWorld, device: Device, chosen: Chosen, medium: PlaceMedium) => unknown,
): fc.Arbitrary<Step> {
  return fc.tuple(fc.nat(2), chosen).map(([number, one]) => ({
    name: `${name} on ${number}: ${JSON.stringify(one)}`,
    take: (world, medium) => {
      const device = world.devices[number % world.devices.length];
      if (device) act(world, device, one, medium);
    },
  }));
}

const STEPS: readonly [weight: number, arbitrary: fc.Arbitrary<Step>][] = [
  [6, onDevice("listen", fc.integer({ min: 1, max: 9 }), (world, device, ticks) => world.listen(device, ticks))],
  [4, onDevice("seek", position, (world, device, target, medium) => world.seek(device, medium.at(target)))],
  [3, onDevice("open", fc.constant(""), (world, device) => world.open(device))],
  [1, onDevice("visit", fc.constant(""), (world, device) => world.visit(device))],
  [
    2,
    onDevice("answer", fc.constantFrom("go" as const, "stay" as const), (world, device, choice) =>
      world.answer(device, choice),
    ),
  ],
  [
    3,
    onDevice(
      "network",
      fc.constantFrom<Device["network"][]>("up", "up", "down", "loses requests", "loses answers"),
      (_, device, network) => Object.assign(device, { network }),
    ),
  ],
  [
    1,
    onDevice("close", fc.record({ beaconArrives: fc.boolean(), notes: fc.boolean() }), (world, device, how) =>
      world.close(device, how),
    ),
  ],
  [
    1,
    onDevice(
      "do",
      fc.constantFrom("crash" as const, "pause" as const, "focus" as const, "glitch" as const, "download" as const),
      (world, device, act) => world[act](device),
    ),
  ],
  [
    1,
    onDevice("rewind", fc.integer({ min: 1, max: 30 }), (world, device, seconds, medium) =>
      world.rewind(device, (seconds / 60) * medium.slack),
    ),
  ],
  [1, position.map((target) => ({ name: `plain ${target}`, take: (world, medium) => world.plain(medium.at(target)) }))],
  [
    1,
    fc
      .integer({ min: 1, max: 7200 })
      .map((seconds) => ({ name: `wait ${seconds}`, take: (world) => world.pass(seconds) })),
  ],
];

const histories = fc.noBias(
  fc.record({
    deviceCount: fc.integer({ min: 2, max: 3 }),
    steps: fc.array(fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
      minLength: 1,
      maxLength: 28,
      size: "max",
    }),
  }),
);

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
  const play = ({ deviceCount, steps }: { deviceCount: number; steps: readonly Step[] }) => {
    const world = createPlaceWorld(make, medium, deviceCount);
    for (const { take } of steps) {
      take(world, medium);
      between();
    }
    world.settle();
    const isFull = world.history().length >= POSITION_HISTORY_MAX;
    if (!isFull) checked += 1;
    const faults = [
      ...world.wrongs,
      ...world.mislaid().map((place) => `Mislaid: ${JSON.stringify(place)}`),
      ...world.waiting().map((save) => `Still waits: ${JSON.stringify(save)}`),
      ...(isFull ? [] : world.lost().map((place) => `Lost: ${place}`)),
    ];
    if (faults.length > 0) throw new Error([...faults, "after", ...steps.map(({ name }) => `  ${name}`)].join("\n"));
  };
  fc.assert(fc.property(histories, play), { numRuns: count, seed: 20_261_121, includeErrorInReport: true });
  if (checked < count * 0.95) throw new Error(`Only ${checked} of ${count} histories could be checked for losses`);
}
