import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";

import type { Sentence } from "#contract/sentences.ts";
import { createListeningDevice } from "#tests/support/listening-device.ts";
import { createPagedText } from "#tests/support/paged-text.ts";
import { until } from "#tests/support/poll-until.ts";
import type { TextMap } from "#web/reading/view/text-map.ts";

import { createAudioReadAlong } from "./audio-read-along.ts";
import { createFollower } from "./follower.ts";
import { createSentenceStore } from "./sentence-lookup.ts";

/** Ten sentences of 40 code points, four seconds each; the second section has none. */
const sentencesOf = (section: number): Sentence[] =>
  section === 1
    ? []
    : Array.from({ length: 10 }, (_, at) => {
        const start = (section === 0 ? 10 : 60) + at * 4;
        return { start, end: start + 3.5, from: at * 40, to: at * 40 + 39, sure: at !== 3 };
      });

let device: ReturnType<typeof createListeningDevice>;
let text: ReturnType<typeof createPagedText>;
let readAlong: ReturnType<typeof createAudioReadAlong>;
let isOffline = false;

beforeEach(async () => {
  isOffline = false;
  device = createListeningDevice();
  text = createPagedText();
  await device.player.load();
  device.media.ready(3000);
  const sections = createSentenceStore([true, true, true], async (section) => {
    if (isOffline) throw new Error("no network");
    return sentencesOf(section);
  });
  readAlong = createAudioReadAlong({
    player: device.player,
    follower: createFollower(text.reader, { mode: "follow" }),
    sections,
    view: text.reader.view,
    guessSection: () => 0,
    guessSeconds: () => 5,
  });
});
afterEach(() => {
  readAlong.end();
  device.player.end();
});

const listMarked = () => text.told.filter((one) => one.includes("mark"));
const playFromPage = async () => {
  readAlong.toggle();
  await until(() => device.player.state().isPlaying);
};

test("plays from the page's first sentence, and highlights it", async () => {
  text.turnTo(0, 100);
  await playFromPage();
  await until(() => listMarked().length > 0);
  // its first sentence begins on the previous page
  expect([device.media.element.currentTime, listMarked()]).toEqual([22, ["mark 0/120?"]]);
  expect(readAlong.state()).toEqual({ isOn: true, isPlaying: true, isAway: false });
});

test("highlights a sentence when it begins, without a player event", async () => {
  await playFromPage();
  await until(() => listMarked().length > 0);
  device.media.plays(3.95);
  expect(listMarked()).toEqual(["mark 0/0"]);
  // as the audio continues
  device.media.creeps(0.06);
  await until(() => listMarked().at(-1) === "mark 0/40");
});

test("finds the sentence after a jump, and the next section", async () => {
  await playFromPage();
  device.player.seek(68);
  await until(() => listMarked().at(-1) === "mark 2/80");
  await until(() => text.page() === "2/0");
  device.player.seek(12);
  await until(() => listMarked().at(-1) === "mark 0/0");
});

test("shows the next section before it is spoken", async () => {
  text.turnTo(0, 300);
  await playFromPage();
  device.player.seek(50.5);
  device.media.plays(8.4);
  await until(() => text.page() === "2/0");
  expect(device.player.clock()).toBeLessThan(60);
  expect(listMarked().at(-1)).toBe("no mark");
});

test("plays from a page turned by hand, and resumes after a pause", async () => {
  await playFromPage();
  device.media.plays(1);
  readAlong.toggle();
  await playFromPage();
  expect(device.media.element.currentTime).toBe(11);
  readAlong.toggle();
  text.turnTo(0, 200);
  await playFromPage();
  expect(device.media.element.currentTime).toBe(30);
});

test("plays from a tapped sentence only while the voice reads", async () => {
  const map = {
    rangeAt: (codePoint: number) => ({
      getClientRects: () => [{ left: 0, right: 100, top: codePoint, bottom: codePoint + 20 }],
    }),
  } as unknown as TextMap;
  const tapAt = (y: number) => readAlong.tap({ section: 0, map, point: { x: 50, y } });
  await playFromPage();
  await until(() => listMarked().length > 0);
  expect([tapAt(10), tapAt(90), device.media.element.currentTime]).toEqual([false, true, 18]);
  readAlong.toggle();
  expect(tapAt(170)).toBe(false);
});

test("keeps playing without a network, and highlights nothing", async () => {
  isOffline = true;
  const consoleError = spyOn(console, "error").mockImplementation(() => undefined);
  await playFromPage();
  device.media.plays(3);
  await until(() => hasPlayed());
  expect([device.player.state().isPlaying, text.page()]).toEqual([true, "0/0"]);
  expect(listMarked().every((one) => one === "no mark")).toBe(true);
  consoleError.mockRestore();
});
const hasPlayed = () => device.player.state().position > 5;
