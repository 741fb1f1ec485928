import { afterAll, expect, test } from "bun:test";

import * as fc from "fast-check";

import { JUMPS_KEPT } from "#contract/limits.ts";

import {
  createListeningServer,
  createListeningWorld,
  type ListeningWorld,
  type Network,
} from "./support/listening-world.ts";

/** Histories tried; the nightly run tries 10,000. */
const SEQUENCES = Number(Bun.env["HISTORIES"] ?? 2_000);
const server = createListeningServer();
afterAll(() => server.close());

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

async function take(world: ListeningWorld, step: Step): Promise<void> {
  if (step.act === "plain") return world.plain(step.position);
  if (step.act === "wait") return server.pass(step.seconds);
  if (step.act === "restart") return server.restart();
  const device = world.devices[step.device % world.devices.length];
  if (!device) return;
  if (step.act === "listen") return world.listen(device, step.ticks);
  if (step.act === "seek") return world.seek(device, step.position);
  if (step.act === "answer") return world.answer(device, step.choice);
  if (step.act === "close") return world.close(device, step);
  if (step.act === "rewind") return world.rewind(device, step.seconds);
  if (step.act === "network") device.network = step.network;
  else await world[step.act](device);
}

/** A phone and a laptop of one member; both have looked at the book once. */
async function twoDevices() {
  const world = createListeningWorld(server, 2);
  const [phone, laptop] = world.devices;
  if (!phone || !laptop) throw new Error("No devices");
  await world.open(phone);
  await world.listen(phone, 1);
  world.crash(phone);
  await world.open(laptop);
  await world.seek(laptop, 233);
  return { world, phone, laptop };
}

test("offline, a phone starts where the laptop was when the book was saved", async () => {
  const { world, phone } = await twoDevices();
  world.download(phone);
  phone.network = "down";
  await world.open(phone);
  expect(phone.position).toBe(233);
});

test("offline, a phone that listened on since starts at its own place", async () => {
  const { world, phone } = await twoDevices();
  await world.open(phone);
  world.download(phone);
  phone.network = "down";
  await world.listen(phone, 5);
  world.crash(phone);
  await world.open(phone);
  expect(phone.position).toBe(248);
});

test("offline, the newer of a copy and an unsent place wins, and nothing is lost back online", async () => {
  for (const laptopIsLater of [true, false]) {
    const { world, phone, laptop } = await twoDevices();
    await world.open(phone);
    phone.network = "down";
    const onThePhone = () => world.seek(phone, 5000);
    const onTheLaptop = () => world.seek(laptop, 7000);
    for (const act of laptopIsLater ? [onThePhone, onTheLaptop] : [onTheLaptop, onThePhone]) {
      server.pass(60);
      await act();
    }
    world.crash(phone);
    phone.copy = world.current();
    await world.open(phone);
    expect(phone.position).toBe(laptopIsLater ? 7000 : 5000);
    await world.settle();
    expect(world.wrongs).toEqual([]);
    expect([world.current().currentTime, ...world.history()]).toEqual(expect.arrayContaining([5000, 7000]));
  }
});

test(`in ${SEQUENCES} histories of two or three devices no reached place is lost and no stale tick wins`, async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 3 }),
      fc.array(step, { minLength: 5, maxLength: 28 }),
      async (deviceCount, steps) => {
        const world = createListeningWorld(server, deviceCount);
        for (const next of steps) await take(world, next);
        await world.settle();
        expect(world.wrongs).toEqual([]);
        if (world.history().length >= JUMPS_KEPT) return;
        checked += 1;
        expect(world.lost()).toEqual([]);
      },
    ),
    { numRuns: SEQUENCES, seed: 20_261_121, endOnFailure: false },
  );
  expect(checked).toBeGreaterThan(SEQUENCES * 0.95);
}, 300_000);
