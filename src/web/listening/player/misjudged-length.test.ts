import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";

import { createListeningDevice, finishPending, type ListeningDevice } from "#tests/support/listening-device.ts";

let device: ListeningDevice;
let consoleError: ReturnType<typeof spyOn>;
beforeEach(() => {
  consoleError = spyOn(console, "error").mockImplementation(() => undefined);
  device = createListeningDevice();
});
afterEach(() => {
  device.player.end();
  consoleError.mockRestore();
});

/** Opens a book of 3,000 seconds at 500. @param seconds the length that the browser reports */
async function openWith(seconds: number): Promise<void> {
  await device.player.load();
  device.media.ready(seconds);
}

describe("a browser that takes the file to be shorter", () => {
  test("keeps length and position, and doesn't finish the book", async () => {
    await openWith(400);
    device.player.play();
    await finishPending();
    device.player.pause();
    device.player.saveNow();
    expect(device.player.state()).toMatchObject({ position: 500, duration: 3000, isPlaying: false, isBroken: true });
    expect([...device.sent, ...device.beacons].every(({ position }) => position === 500)).toBe(true);
  });

  test("keeps the requested position, and plays nothing else", async () => {
    await openWith(1135);
    device.player.play();
    await device.listen(4);
    device.player.seek(2600);
    await finishPending();
    expect(device.player.state()).toMatchObject({ position: 2600, isPlaying: false, isBroken: true });
    expect(device.media.element.paused).toBe(true);
    expect(device.sent.at(-1)?.position).toBe(2600);
    device.player.seek(600);
    device.player.play();
    await device.listen(4);
    expect(device.player.state()).toMatchObject({ position: 604, isPlaying: true, isBroken: false });
  });

  test("seeks there when it has found the true length", async () => {
    await openWith(400);
    device.media.finds(3000);
    await finishPending();
    device.media.ready(3000);
    expect(device.media.element.currentTime).toBe(500);
    expect(device.player.state()).toMatchObject({ position: 500, isBroken: false });
  });

  test("hasn't finished the book when its file ends early", async () => {
    await openWith(1135);
    device.player.play();
    await device.listen(4);
    device.media.ends();
    await finishPending();
    expect(device.player.state()).toMatchObject({ isPlaying: false });
    expect(device.saves().filter((save) => save.startsWith("end"))).toEqual([]);
  });
});

describe("a browser that takes the file to be longer", () => {
  test("can't move the position beyond the book's end", async () => {
    await openWith(4700);
    device.player.seek(4000);
    expect(device.player.state()).toMatchObject({ position: 3000, duration: 3000 });
    device.player.seek(2990);
    device.player.play();
    await device.listen(30);
    expect(device.player.state().position).toBeLessThanOrEqual(3000);
    expect(device.sent.every(({ position }) => position <= 3000)).toBe(true);
  });

  test("finishes the book at its end", async () => {
    await openWith(3000.4);
    device.player.seek(2995);
    device.player.play();
    await device.listen(4);
    device.media.ends();
    await finishPending();
    expect(device.saves().at(-1)).toBe("end 3000");
  });
});

test("opens beyond a shorter recording at its end, unsaved", async () => {
  device.player.end();
  device = createListeningDevice({ seconds: 300 });
  await openWith(300);
  await finishPending();
  expect(device.player.state()).toMatchObject({ position: 300, duration: 300, isBroken: false });
  expect(consoleError).not.toHaveBeenCalled();
  expect([...device.sent, ...device.beacons]).toEqual([]);
});
