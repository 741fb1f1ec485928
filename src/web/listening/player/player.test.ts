import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { createListeningDevice, type ListeningDevice } from "#tests/support/listening-device.ts";

let device: ListeningDevice;
beforeEach(async () => {
  device = createListeningDevice();
  await device.open();
});
afterEach(() => device.player.end());

describe("convenience", () => {
  test("resumes a little earlier after a long pause only", async () => {
    device.player.play();
    await device.listen(4);
    device.player.pause();
    device.passes(10_000);
    device.player.play();
    expect(device.media.element.currentTime).toBe(504);
    expect(device.player.state().rewound).toBeNull();
    device.player.pause();
    device.passes(3_600_000);
    device.player.play();
    expect(device.media.element.currentTime).toBe(484);
  });

  test("shows a rewind for some seconds until a jump or pause", async () => {
    const resume = () => {
      device.passes(3_600_000);
      device.player.play();
      expect(device.player.state().rewound).toMatchObject({ seconds: 20 });
    };
    device.player.play();
    device.player.pause();
    resume();
    await device.listen(9);
    expect(device.player.state().rewound).toBeNull();
    device.player.pause();
    resume();
    device.player.skip(30);
    expect(device.player.state().rewound).toBeNull();
    device.player.pause();
    resume();
    device.player.pause();
    expect(device.player.state().rewound).toBeNull();
  });

  test("rewinds at the beginning only as far as possible", () => {
    device.player.seek(0);
    device.player.play();
    device.player.pause();
    device.passes(3_600_000);
    device.player.play();
    expect(device.player.state().rewound).toBeNull();
  });

  test("undoes a jump, and offers no undo for a skip", async () => {
    device.player.seek(2500);
    expect(device.player.state().undo).toMatchObject({ position: 500 });
    device.player.undo();
    expect(device.player.state()).toMatchObject({ position: 500, undo: null });
    device.player.skip(30);
    expect(device.player.state().undo).toBeNull();
  });

  test("undo is offered for half a minute", async () => {
    device.player.seek(2500);
    device.player.play();
    await device.listen(29);
    expect(device.player.state().undo).not.toBeNull();
    await device.listen(2);
    expect(device.player.state().undo).toBeNull();
  });

  test("chapters are one press away", () => {
    device.player.nextChapter();
    expect(device.player.state().position).toBe(1000);
    device.player.previousChapter();
    expect(device.player.state().position).toBe(0);
  });

  test("the speed is remembered for the book", () => {
    device.player.cycleRate();
    expect(device.media.element.playbackRate).toBe(1.25);
    device.player.setRate(1.1);
    expect(createListeningDevice().player.state().rate).toBe(1.1);
  });

  test("the mute button restores the volume, even from zero", async () => {
    const { player, media } = device;
    player.setVolume(0.8, false);
    player.toggleMute();
    expect([media.element.volume, media.element.muted]).toEqual([0.8, true]);
    player.toggleMute();
    expect([media.element.volume, media.element.muted]).toEqual([0.8, false]);
    player.setVolume(0, false);
    player.toggleMute();
    expect([media.element.volume, media.element.muted]).toEqual([0.5, false]);
  });

  test("fades, pauses, and rewinds to where the fade began", async () => {
    device.player.play();
    device.player.setSleep(5);
    await device.listen(290);
    expect(device.media.element.volume).toBeCloseTo(0.5, 1);
    await device.listen(11);
    expect(device.player.state()).toMatchObject({ isPlaying: false, sleep: null });
    expect(device.media.element.paused).toBe(true);
    expect(Math.abs(device.player.state().position - 780)).toBeLessThanOrEqual(1);
    expect(device.media.element.volume).toBe(1);
  });

  test("counts only minutes of playback for the sleep timer", async () => {
    device.player.setSleep(5);
    device.passes(3_600_000);
    device.player.play();
    await device.listen(100);
    device.player.pause();
    device.passes(600_000);
    device.player.play();
    device.setsClock(3_600_000);
    await device.listen(100);
    const { sleep } = device.player.state();
    expect(sleep?.kind === "minutes" && Math.round(sleep.leftMs / 1000)).toBe(100);
    expect(device.player.state().isPlaying).toBe(true);
  });

  test("the sleep timer ends with the chapter", async () => {
    device.player.seek(960);
    device.player.play();
    device.player.setSleep("chapter");
    await device.listen(41);
    expect(device.player.state().isPlaying).toBe(false);
    expect(device.player.state().position).toBeLessThan(1000);
  });
});
