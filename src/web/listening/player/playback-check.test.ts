import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";

import { createListeningDevice, finishPending, type ListeningDevice } from "#tests/support/listening-device.ts";

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

const setProperties = (fields: object) => Object.assign(device.media.element, fields);
/** Only the first position was saved, and the player shows an error. */
async function expectUnheard(): Promise<void> {
  await finishPending();
  device.player.saveNow();
  expect(device.player.state()).toMatchObject({ position: 500, isPlaying: false, isBroken: true, hasFinished: false });
  expect([...device.sent, ...device.beacons].filter(({ position }) => position !== 500)).toEqual([]);
}

describe("audio that the browser doesn't decode", () => {
  test("and ends at once or soon keeps the position", async () => {
    device.player.play();
    device.passes(5000);
    device.media.ends();
    await expectUnheard();
  });

  test("leaves it there each time that play is pressed", async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      device.player.play();
      await finishPending();
      if (turn > 0) device.media.ready(3000);
      device.passes(4000);
      device.media.plays(2494);
      await expectUnheard();
    }
  });

  test("and plays silently by its byte count keeps the position", async () => {
    setProperties({ webkitAudioDecodedByteCount: 0 });
    device.player.play();
    await device.listen(60);
    expect(device.player.state().position).toBeLessThan(502);
    expect(device.player.state()).toMatchObject({ isPlaying: false, isBroken: true });
  });

  test("from some point on, ends playback there", async () => {
    device.player.play();
    for (let second = 1; second <= 20; second += 1) {
      setProperties({ webkitAudioDecodedByteCount: second * 9000 });
      await device.listen(1);
    }
    await device.listen(60);
    expect(device.player.state().position).toBeLessThan(537);
    expect(device.player.state()).toMatchObject({ isPlaying: false, isBroken: true });
  });

  test("and leaps to its end after a long time ends playback there", async () => {
    device.player.play();
    await device.listen(800);
    device.passes(1000);
    device.media.ends();
    await finishPending();
    expect(device.player.state()).toMatchObject({
      position: 1300,
      isPlaying: false,
      isBroken: true,
      hasFinished: false,
    });
    expect(device.sent.some(({ position }) => position > 1300)).toBe(false);
  });

  test("as Firefox says, isn't played at all", async () => {
    setProperties({ mozHasAudio: false });
    device.player.play();
    await device.listen(60);
    await expectUnheard();
  });
});

describe("audio that is played", () => {
  test("at triple speed to the end without a byte count finishes it", async () => {
    device.player.setRate(3);
    device.player.play();
    await device.listen(800);
    device.passes(33_000);
    device.media.ends();
    await finishPending();
    expect(device.saves().at(-1)).toBe("end 3000");
    expect(device.player.state()).toMatchObject({ isBroken: false, hasFinished: true });
  });

  test("on another device isn't decoded by this one", async () => {
    setProperties({ webkitAudioDecodedByteCount: 0, remote: { state: "connected" } });
    device.player.play();
    await device.listen(60);
    expect(device.player.state()).toMatchObject({ position: 560, isPlaying: true, isBroken: false });
  });

  test.each(["", " while another one is pending"])("goes on after a seek by the browser%s", async (pending) => {
    device.player.play();
    await device.listen(4);
    setProperties({ seeking: true });
    if (pending) device.player.seek(504);
    device.media.plays(2490);
    device.media.element.dispatchEvent(new Event("seeking"));
    setProperties({ seeking: false });
    device.media.element.dispatchEvent(new Event("seeked"));
    await device.listen(4);
    expect(device.player.state()).toMatchObject({ position: 2998, isPlaying: true, isBroken: false });
  });

  test("continues after a damaged part that the browser skips", async () => {
    device.player.play();
    await device.listen(4);
    device.media.plays(300);
    await device.listen(4);
    expect(device.player.state()).toMatchObject({ position: 808, isPlaying: true, isBroken: false });
  });
});

test("a jump to the very end doesn't finish the book", async () => {
  device.player.play();
  device.player.seek(3000);
  await finishPending();
  expect(device.player.state().hasFinished).toBe(false);
  device.player.seek(2992);
  device.player.play();
  await device.listen(2);
  expect(device.player.state().hasFinished).toBe(true);
});
