import { afterAll, expect, test } from "bun:test";

import * as fc from "fast-check";

import { POSITION_HISTORY_MAX } from "#contract/limits.ts";

import { createDevices, type Device, type Devices } from "./progress/devices.ts";
import { AUDIO, type TestMedium, TEXT } from "./progress/media.ts";
import { createModelServer, createRealServer, type CreateServer } from "./progress/servers.ts";

/** A step of a history, with a name for reports of failed histories. */
type Step = { name: string; take: (world: Devices, medium: TestMedium) => void };

const position = fc.oneof({ weight: 1, arbitrary: fc.nat(90) }, { weight: 4, arbitrary: fc.nat(9000) });

function onDevice<Chosen>(
  name: string,
  chosen: fc.Arbitrary<Chosen>,
  run: (world: Devices, device: Device, chosen: Chosen, medium: TestMedium) => unknown,
): fc.Arbitrary<Step> {
  return fc.tuple(fc.nat(2), chosen).map(([number, chosenValue]) => ({
    name: `${name} on ${number}: ${JSON.stringify(chosenValue)}`,
    take: (world, medium) => {
      const device = world.devices[number % world.devices.length];
      if (device) run(world, device, chosenValue, medium);
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
    onDevice("close", fc.record({ beaconArrives: fc.boolean(), notes: fc.boolean() }), (world, device, pageEnd) =>
      world.close(device, pageEnd),
    ),
  ],
  [
    1,
    onDevice(
      "do",
      fc.constantFrom("crash" as const, "pause" as const, "focus" as const, "glitch" as const, "download" as const),
      (world, device, action) => world[action](device),
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
 * Simulates histories of two or three devices, checking for lost positions, stale winners and wrong locators. @param
 * between called sometimes within a history, for example to restart the server
 */
function tryHistories(
  createServer: CreateServer,
  medium: TestMedium,
  { count, between = () => undefined }: { count: number; between?: () => void },
): void {
  let checkedCount = 0;
  const runHistory = ({ deviceCount, steps }: { deviceCount: number; steps: readonly Step[] }) => {
    const world = createDevices(createServer, medium, deviceCount);
    for (const { take } of steps) {
      take(world, medium);
      between();
    }
    world.flushAll();
    const isFull = world.history().length >= POSITION_HISTORY_MAX;
    if (!isFull) checkedCount += 1;
    const errors = [
      ...world.wrongs,
      ...world.mislaid().map((place) => `Mislaid: ${JSON.stringify(place)}`),
      ...world.waiting().map((save) => `Still waits: ${JSON.stringify(save)}`),
      ...(isFull ? [] : world.lost().map((place) => `Lost: ${place}`)),
    ];
    if (errors.length > 0) throw new Error([...errors, "after", ...steps.map(({ name }) => `  ${name}`)].join("\n"));
  };
  fc.assert(fc.property(histories, runHistory), { numRuns: count, seed: 20_261_121, includeErrorInReport: true });
  if (checkedCount < count * 0.95)
    throw new Error(`Only ${checkedCount} of ${count} histories could be checked for losses`);
}

/** The number of histories; the nightly run tries more. */
const HISTORY_COUNT = Number(Bun.env["HISTORIES"] ?? 10_000);
const REAL_HISTORY_COUNT = HISTORY_COUNT / 200;
const server = createRealServer();
afterAll(() => server.close());

/** A member's phone and laptop, which have both opened the book once. */
function twoDevices() {
  const world = createDevices(createModelServer, AUDIO, 2);
  const [phone, laptop] = world.devices;
  if (!phone || !laptop) throw new Error("No devices");
  world.open(phone);
  world.listen(phone, 1);
  world.crash(phone);
  world.open(laptop);
  world.seek(laptop, 233);
  return { world, phone, laptop };
}

test("starts offline at the laptop's position in the copy", () => {
  const { world, phone } = twoDevices();
  world.download(phone);
  phone.network = "down";
  world.open(phone);
  expect(phone.position).toBe(233);
});

test("starts offline at its own position if it played on", () => {
  const { world, phone } = twoDevices();
  world.open(phone);
  world.download(phone);
  phone.network = "down";
  world.listen(phone, 5);
  world.crash(phone);
  world.open(phone);
  expect(phone.position).toBe(248);
});

test("prefers the newer of a copy and an unsent position", () => {
  for (const laptopIsLater of [true, false]) {
    const { world, phone, laptop } = twoDevices();
    world.open(phone);
    phone.network = "down";
    const seekOnPhone = () => world.seek(phone, 5000);
    const seekOnLaptop = () => world.seek(laptop, 7000);
    for (const run of laptopIsLater ? [seekOnPhone, seekOnLaptop] : [seekOnLaptop, seekOnPhone]) {
      world.pass(60);
      run();
    }
    world.crash(phone);
    phone.copy = world.current();
    world.open(phone);
    expect(phone.position).toBe(laptopIsLater ? 7000 : 5000);
    world.flushAll();
    expect(world.wrongs).toEqual([]);
    expect([world.current().position, ...world.history()]).toEqual(expect.arrayContaining([5000, 7000]));
  }
});

test("sends a queued position from any page of the app", () => {
  const { world, phone } = twoDevices();
  world.open(phone);
  phone.network = "down";
  world.listen(phone, 50);
  world.crash(phone);
  phone.network = "up";
  world.visit(phone);
  expect(world.current().position).toBe(383);
  expect(world.waiting()).toEqual([]);
});

test("joins three pages closed offline one after the other", () => {
  const { world, phone } = twoDevices();
  world.open(phone);
  phone.network = "down";
  for (let page = 0; page < 3; page++) {
    world.open(phone);
    world.listen(phone, 50);
    world.crash(phone);
  }
  phone.network = "up";
  world.visit(phone);
  expect(world.current().position).toBe(233 + 3 * 150);
  expect(world.waiting()).toEqual([]);
});

test("keeps the end of a run before a jump that is rejected", () => {
  const { world, phone } = twoDevices();
  world.open(phone);
  world.seek(phone, 1000);
  world.listen(phone, 7);
  world.seek(phone, 1052);
  world.listen(phone, 2);
  world.plain(4000);
  world.listen(phone, 1);
  expect(world.history()).toEqual([1061, 1021, 233, 3]);
});

test("keeps the end of a run before a jump to where it began", () => {
  const { world, phone } = twoDevices();
  world.open(phone);
  phone.network = "loses answers";
  world.seek(phone, 1000);
  world.listen(phone, 50);
  world.seek(phone, 1000);
  world.crash(phone);
  world.flushAll();
  expect(world.current().position).toBe(1000);
  expect(world.history()).toEqual([1150, 233, 3]);
});

test.each([AUDIO, TEXT])(
  `loses no position in ${HISTORY_COUNT} histories in $name`,
  (medium) => tryHistories(createModelServer, medium, { count: HISTORY_COUNT }),
  600_000,
);

test.each([AUDIO, TEXT])(
  `loses none in ${REAL_HISTORY_COUNT} on a real, restarted database in $name`,
  (medium) => {
    let steps = 0;
    const restartSometimes = () => {
      steps += 1;
      if (steps % 20 === 0) server.restart();
    };
    tryHistories(server.make, medium, { count: REAL_HISTORY_COUNT, between: restartSometimes });
  },
  600_000,
);
