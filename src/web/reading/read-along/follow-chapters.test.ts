import { expect, setSystemTime, test } from "bun:test";

import { createPagedText } from "#tests/support/paged-text.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";

import { followChapters } from "./follow-chapters.ts";
import { createFollower } from "./follower.ts";

const MINUTE_MS = 60_000;
const timeline = [
  { seconds: 0, fraction: 0, confidence: 1 },
  { seconds: 1000, fraction: 1, confidence: 0 },
];
const section = { href: "", linear: true, length: 1000 };
const contents = { sections: [0, 1].map((index) => ({ ...section, index })), length: 2000 };

/** Each second of audio corresponds to two code points. */
function startListening(beginsAt: number) {
  setSystemTime();
  const text = createPagedText();
  const listeners = new Listeners();
  let position = 0;
  const player = { state: () => ({ isPlaying: true, position }), subscribe: listeners.subscribe };
  const follower = createFollower(text.reader, { mode: "follow" });
  followChapters(player as never, follower, { timeline, contents }, () => beginsAt);
  const playTo = async (seconds: number) => {
    position = seconds;
    listeners.emit();
    await Bun.sleep(0);
  };
  return { text, follower, hear: playTo };
}

test("turns pages by chapters once the audio is past them", async () => {
  const { text, hear } = startListening(40);
  text.turnTo(0, 100);
  await hear(10);
  expect(text.page()).toBe("0/100");
  await hear(75);
  expect(text.page()).toBe("0/100");
  await hear(110);
  expect(text.page()).toBe("0/200");
  await hear(510);
  expect(text.page()).toBe("1/0");
});

test("doesn't turn back a page that was turned by hand", async () => {
  const { text, follower, hear } = startListening(0);
  await hear(10);
  text.turnTo(0, 500);
  setSystemTime(Date.now() + MINUTE_MS);
  await hear(70);
  expect([text.page(), follower.isAway()]).toEqual(["0/500", true]);
  await follower.returnToVoice();
  expect([text.page(), follower.isAway()]).toEqual(["0/100", false]);
});
