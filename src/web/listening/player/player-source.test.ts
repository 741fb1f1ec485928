import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";

import {
  ADDRESS,
  createListeningDevice,
  finishPending,
  type ListeningDevice,
} from "#tests/support/listening-device.ts";

let device: ListeningDevice;
let consoleError: ReturnType<typeof spyOn>;
beforeEach(async () => {
  consoleError = spyOn(console, "error").mockImplementation(() => undefined);
  device = createListeningDevice();
  await device.open();
});
afterEach(() => {
  device.player.end();
  consoleError.mockRestore();
});

describe("a lost network", () => {
  test("never looks like a jump to the start, and resumes", async () => {
    device.player.play();
    await device.listen(4);
    device.media.breaks();
    expect(device.player.state().isBroken).toBe(true);
    dispatchEvent(new Event("online"));
    await finishPending();
    expect(device.player.state()).toMatchObject({ position: 504, isPlaying: true });
    device.media.ready(3000);
    expect(device.media.element.currentTime).toBe(504);
    expect(device.media.element.paused).toBe(false);
    expect(device.player.state().isBroken).toBe(false);
    await device.listen(3);
    expect(device.sent.every(({ position }) => position >= 500)).toBe(true);
  });
});

describe("an unreadable source", () => {
  test("shows a pause at once, and doesn't autoplay afterwards", async () => {
    device.player.play();
    await device.listen(4);
    device.media.breaks();
    device.player.pause();
    expect(device.player.state()).toMatchObject({ isPlaying: false, isBroken: true });
    dispatchEvent(new Event("online"));
    await finishPending();
    expect(device.saves().at(-1)).toBe("pause 504");
    device.media.ready(3000);
    expect(device.player.state()).toMatchObject({ position: 504, isPlaying: false, isBroken: false });
    expect(device.media.element.paused).toBe(true);
  });

  test("retries an address that isn't found while shown", async () => {
    device.player.end();
    let findUrl = () => Promise.reject<string>(new Error("The storage does not answer"));
    device = createListeningDevice({ findUrl: () => findUrl() });
    await device.player.load();
    expect(device.player.state()).toMatchObject({ phase: "ready", isBroken: true, position: 500 });
    findUrl = async () => ADDRESS;
    dispatchEvent(new Event("online"));
    await finishPending();
    device.media.ready(3000);
    expect(device.player.state().isBroken).toBe(false);
    expect(device.media.element.currentTime).toBe(500);
  });

  test("an address that arrives after the player ended is ignored", async () => {
    device.player.end();
    const { promise, resolve } = Promise.withResolvers<string>();
    device = createListeningDevice({ findUrl: () => promise });
    const loading = device.player.load();
    await finishPending();
    device.player.end();
    resolve(ADDRESS);
    await loading;
    expect(device.media.element.src).toBe("");
  });
});
