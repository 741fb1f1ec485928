import { expect } from "bun:test";

import * as fc from "fast-check";

import { JUMPS_KEPT } from "#contract/limits/progress.ts";

import { createListeningWorld, type ListeningServer, type ListeningWorld, type Network } from "./listening-world.ts";
import type { PlaceMedium } from "./place-media.ts";

const device = fc.integer({ min: 0, max: 2 });
const position = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 9000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 90 }) },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant("listen" as const), device, ticks: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("seek" as const), device, position }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("open" as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("answer" as const),
      device,
      choice: fc.constantFrom("go" as const, "stay" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("network" as const),
      device,
      network: fc.constantFrom<Network[]>("up", "up", "down", "loses requests", "loses answers"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("close" as const),
      device,
      beaconArrives: fc.boolean(),
      notes: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constantFrom(
        "crash" as const,
        "pause" as const,
        "focus" as const,
        "glitch" as const,
        "download" as const,
      ),
      device,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("rewind" as const), device, seconds: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("plain" as const), position }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 7200 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("restart" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Played = { server: ListeningServer; world: ListeningWorld; medium: PlaceMedium };

async function take({ server, world, medium }: Played, step: Step): Promise<void> {
  if (step.act === "plain") return world.plain(medium.at(step.position));
  if (step.act === "wait") return server.pass(step.seconds);
  if (step.act === "restart") return server.restart();
  const device = world.devices[step.device % world.devices.length];
  if (!device) return;
  if (step.act === "listen") return world.listen(device, step.ticks);
  if (step.act === "seek") return world.seek(device, medium.at(step.position));
  if (step.act === "answer") return world.answer(device, step.choice);
  if (step.act === "close") return world.close(device, step);
  if (step.act === "rewind") return world.rewind(device, (step.seconds / 60) * medium.slack);
  if (step.act === "network") device.network = step.network;
  else await world[step.act](device);
}

/** Plays so many histories of two or three devices, checking for lost places, stale winners and wrong locators. */
export async function tryHistories(server: ListeningServer, medium: PlaceMedium, numRuns: number): Promise<void> {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 3 }),
      fc.array(step, { minLength: 5, maxLength: 28 }),
      async (deviceCount, steps) => {
        const world = createListeningWorld(server, deviceCount, medium);
        for (const next of steps) await take({ server, world, medium }, next);
        await world.settle();
        expect(world.wrongs).toEqual([]);
        expect(world.mislaid()).toEqual([]);
        if (world.history().length >= JUMPS_KEPT) return;
        checked += 1;
        expect(world.lost()).toEqual([]);
      },
    ),
    { numRuns, seed: 20_261_121, endOnFailure: false },
  );
  expect(checked).toBeGreaterThan(numRuns * 0.95);
}
