import { afterAll, expect, test } from "bun:test";

import { createListeningServer, createListeningWorld } from "./support/listening-world.ts";
import { tryHistories } from "./support/place-histories.ts";
import { SOUND } from "./support/place-media.ts";

/** Histories tried; the nightly run tries 10,000. */
const SEQUENCES = Number(Bun.env["HISTORIES"] ?? 2_000);
const server = createListeningServer();
afterAll(() => server.close());

/** A member's phone and laptop, both of which have opened the book once. */
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
  await tryHistories(server, SOUND, SEQUENCES);
});
