import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import {
  createListeningDevice,
  finishPending,
  inShort,
  type ListeningDevice,
} from "#tests/support/listening-device.ts";

let device: ListeningDevice;
beforeEach(async () => {
  device = createListeningDevice();
  await device.open();
});
afterEach(() => device.player.end());

describe("saving", () => {
  test("begins at the server's position, paused and unsaved", () => {
    expect(device.player.state()).toMatchObject({ phase: "ready", position: 500, duration: 3000, isPlaying: false });
    expect(device.media.element.currentTime).toBe(500);
    device.player.saveNow();
    expect([device.saves(), device.beacons]).toEqual([[], []]);
  });

  test("happens every 3 seconds in whole seconds, and on pause", async () => {
    device.player.play();
    await device.listen(10);
    device.player.pause();
    await finishPending();
    expect(device.saves()).toEqual(["tick 503", "tick 506", "tick 509", "pause 510"]);
  });

  test("continues after the device's clock was set back", async () => {
    device.player.play();
    await device.listen(3);
    device.setsClock(-3_600_000);
    await device.listen(6);
    expect(device.saves()).toEqual(["tick 503", "tick 506", "tick 509"]);
  });

  test("happens with each jump, which keeps playing", async () => {
    device.player.play();
    device.player.skip(30);
    device.player.skip(-9999);
    device.player.seek(99_999);
    await finishPending();
    expect(device.saves().at(-1)).toBe("seek 3000");
    expect(device.player.state().isPlaying).toBe(true);
    expect(device.media.seeks.slice(-3)).toEqual([530, 0, 3000]);
  });

  test("happens at the end, and playing again starts over", async () => {
    device.player.seek(2995);
    device.player.play();
    await device.listen(4);
    device.media.ends();
    await finishPending();
    expect(device.saves()).toContain("end 3000");
    expect(device.player.state()).toMatchObject({ isPlaying: false, hasFinished: true });
    device.player.play();
    await finishPending();
    expect(device.saves().at(-1)).toBe("seek 0");
  });

  test("uses a beacon when the page closes", async () => {
    device.player.play();
    await device.listen(1);
    device.player.saveNow();
    expect(device.beacons.map(inShort)).toEqual(["leave 501"]);
  });
});
