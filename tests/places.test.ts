import { afterAll, expect, test } from "bun:test";

import { tryHistories } from "./places/place-histories.ts";
import { SOUND, TEXT } from "./places/place-media.ts";
import { createRealServer, makeModelServer } from "./places/place-servers.ts";
import { createPlaceWorld } from "./places/place-world.ts";

/** Histories tried; the nightly run tries more. */
const HISTORIES = Number(Bun.env["HISTORIES"] ?? 10_000);
const REAL = HISTORIES / 200;
const server = createRealServer();
afterAll(() => server.close());

/** A member's phone and laptop, both of which have opened the book once. */
function twoDevices() {
  const world = createPlaceWorld(makeModelServer, SOUND, 2);
  const [phone, laptop] = world.devices;
  if (!phone || !laptop) throw new Error("No devices");
  world.open(phone);
  world.listen(phone, 1);
  world.crash(phone);
  world.open(laptop);
  world.seek(laptop, 233);
  return { world, phone, laptop };
}

test("offline, a phone starts where the laptop was when the book was saved", () => {
  const { world, phone } = twoDevices();
  world.download(phone);
  phone.network = "down";
  world.open(phone);
  expect(phone.position).toBe(233);
});

test("offline, a phone that listened on since starts at its own place", () => {
  const { world, phone } = twoDevices();
  world.open(phone);
  world.download(phone);
  phone.network = "down";
  world.listen(phone, 5);
  world.crash(phone);
  world.open(phone);
  expect(phone.position).toBe(248);
});

test("offline, the newer of a copy and an unsent place wins, and nothing is lost back online", () => {
  for (const laptopIsLater of [true, false]) {
    const { world, phone, laptop } = twoDevices();
    world.open(phone);
    phone.network = "down";
    const onThePhone = () => world.seek(phone, 5000);
    const onTheLaptop = () => world.seek(laptop, 7000);
    for (const act of laptopIsLater ? [onThePhone, onTheLaptop] : [onTheLaptop, onThePhone]) {
      world.pass(60);
      act();
    }
    world.crash(phone);
    phone.copy = world.current();
    world.open(phone);
    expect(phone.position).toBe(laptopIsLater ? 7000 : 5000);
    world.settle();
    expect(world.wrongs).toEqual([]);
    expect([world.current().position, ...world.history()]).toEqual(expect.arrayContaining([5000, 7000]));
  }
});

test("a place that waits is sent wherever the app is open, without its player", () => {
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

test("three pages of one device, closed offline one after the other, are one way on", () => {
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

test.each([SOUND, TEXT])(
  `in ${HISTORIES} histories of two or three devices no place in $name is lost, and no stale save wins`,
  (medium) => tryHistories(makeModelServer, medium, { count: HISTORIES }),
  600_000,
);

test.each([SOUND, TEXT])(
  `nor in ${REAL} on the club's own database, restarted now and then, in $name`,
  (medium) => {
    let steps = 0;
    const between = () => {
      steps += 1;
      if (steps % 20 === 0) server.restart();
    };
    tryHistories(server.make, medium, { count: REAL, between });
  },
  600_000,
);
