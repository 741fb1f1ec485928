import { expect, setSystemTime, test } from "bun:test";

import { createPagedText } from "#tests/support/paged-text.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";

import { createChapterReadAlong } from "./chapter-read-along.ts";
import { createFollower } from "./follower.ts";

const MINUTE_MS = 60_000;
const timeline = [
  { seconds: 0, fraction: 0, confidence: 1 },
  { seconds: 1000, fraction: 1, confidence: 0 },
];
const section = { href: "", linear: true, length: 1000 };
const contents = { sections: [0, 1].map((index) => ({ ...section, index })), length: 2000 };

/** Each second of audio corresponds to two code points. @param hereSeconds the second of the shown page */
function openBook(hereSeconds: number) {
  setSystemTime();
  const text = createPagedText();
  const listeners = new Listeners();
  const startedAt: number[] = [];
  let position = 0;
  const playTo = async (seconds: number) => {
    position = seconds;
    listeners.emit();
    await Bun.sleep(0);
  };
  const player = {
    state: () => ({ isPlaying: true, position }),
    subscribe: listeners.subscribe,
    seek: (seconds: number) => void (position = seconds),
    play: () => listeners.emit(),
  };
  const readAlong = createChapterReadAlong({
    player: player as never,
    follower: createFollower(text.reader, { mode: "follow" }),
    timeline,
    reader: { contents, currentFraction: () => hereSeconds / 1000 },
    startSeconds: { current: null },
    onStart: (seconds) => startedAt.push(seconds),
  });
  return { text, readAlong, startedAt, hear: playTo };
}

test("turns pages by chapters once the audio is past them", async () => {
  const { text, readAlong, startedAt, hear } = openBook(40);
  text.turnTo(0, 100);
  readAlong.playFromPage?.();
  expect(startedAt).toEqual([10]);
  await hear(10);
  expect(text.page()).toBe("0/100");
  await hear(75);
  expect(text.page()).toBe("0/100");
  await hear(110);
  expect(text.page()).toBe("0/200");
  await hear(510);
  expect(text.page()).toBe("1/0");
});

test("turns no page before it was played from there", async () => {
  const { text, readAlong, hear } = openBook(40);
  text.turnTo(0, 100);
  await hear(510);
  expect([text.page(), readAlong.state().isOn]).toEqual(["0/100", false]);
  readAlong.playFromPage?.();
  expect(readAlong.state()).toEqual({ isOn: true, isPlaying: true, isAway: false });
});

test("doesn't turn back a page that was turned by hand", async () => {
  const { text, readAlong, hear } = openBook(0);
  readAlong.playFromPage?.();
  await hear(10);
  text.turnTo(0, 500);
  setSystemTime(Date.now() + MINUTE_MS);
  await hear(70);
  expect([text.page(), readAlong.state().isAway]).toEqual(["0/500", true]);
  readAlong.returnToVoice();
  await Bun.sleep(0);
  expect([text.page(), readAlong.state().isAway]).toEqual(["0/100", false]);
});
