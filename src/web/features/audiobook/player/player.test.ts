import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";

import { createMediaElement } from "#tests/support/media-element.ts";
import { book } from "#tests/support/web.tsx";
import { createProgressSync } from "#web/features/audiobook/saving/progress-sync.ts";
import type { PendingSave } from "#web/features/audiobook/saving/save-queue.ts";

import { createPlayer, type Player } from "./player.ts";
import { createPreferences } from "./preferences.ts";
import { createSound } from "./sound.ts";

const chapters = [
  { title: "One", start: 0 },
  { title: "Two", start: 1000 },
  { title: "Three", start: 2000 },
];
const place = { bookId: book.id, currentTime: 500, chapter: 0, updatedAt: null, revision: 7, device: "phone" };

/** The device's clock, which somebody may set, and the time that has passed. Milliseconds. */
let now = 1_000_000;
let elapsed = 0;
let findUrl = async () => "/api/download/audiobook/7";
let media: ReturnType<typeof createMediaElement>;
let sent: PendingSave[];
let beacons: PendingSave[];
let player: Player;
let logged: ReturnType<typeof spyOn>;

beforeEach(async () => {
  logged = spyOn(console, "error").mockImplementation(() => undefined);
  now = 1_000_000;
  elapsed = 5000;
  findUrl = async () => "/api/download/audiobook/7";
  sent = [];
  beacons = [];
  player = makePlayer();
  await player.load();
  media.ready(3000);
});
afterEach(() => {
  player.end();
  logged.mockRestore();
});

function makePlayer(memory = new Map<string, string>()) {
  media = createMediaElement();
  let revision = place.revision;
  return createPlayer({
    book: { ...book, chapters, audiobookSeconds: 3000, audiobookFilename: "willows.m4b" },
    findUrl: () => findUrl(),
    preferences: createPreferences({
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
    }),
    makeSound: (events) => createSound(media.element, events),
    makeSync: (onChange) =>
      createProgressSync({
        bookId: book.id,
        device: "computer",
        client: "tab",
        claim: async () => false,
        store: {
          keep: async () => undefined,
          leftovers: async () => [],
          forget: async () => undefined,
          place: async () => null,
        },
        send: async (save) => {
          sent.push(save);
          revision += 1;
          return { kind: "saved", progress: { ...place, currentTime: save.position, revision } };
        },
        now: () => now,
        onChange,
      }),
    askProgress: async () => place,
    sendBeacon: (save) => beacons.push(save),
    now: () => now,
    elapsed: () => elapsed,
  });
}

/** Listens for so many seconds, a quarter at a time as browsers tell it. */
async function listen(seconds: number) {
  for (let quarter = 0; quarter < seconds * 4; quarter++) {
    passes(250);
    media.plays(0.25 * player.state().rate);
    if (quarter % 4 === 3) await settle();
  }
}
function passes(milliseconds: number) {
  now += milliseconds;
  elapsed += milliseconds;
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const saves = () => sent.map(({ position, reason }) => `${reason} ${position}`);

describe("saving", () => {
  test("begins where the server says, plays nothing by itself and saves nothing yet", () => {
    expect(player.state()).toMatchObject({ phase: "ready", position: 500, duration: 3000, playing: false });
    expect(media.element.currentTime).toBe(500);
    player.leave();
    expect([saves(), beacons]).toEqual([[], []]);
  });

  test("comes every 3 seconds while playing, in whole seconds, and at the pause", async () => {
    player.play();
    await listen(10);
    player.pause();
    await settle();
    expect(saves()).toEqual(["tick 503", "tick 506", "tick 509", "pause 510"]);
  });

  test("goes on after the device's clock was set back", async () => {
    player.play();
    await listen(3);
    now -= 3_600_000;
    await listen(6);
    expect(saves()).toEqual(["tick 503", "tick 506", "tick 509"]);
  });

  test("comes with each jump, which goes on playing and stays inside the book", async () => {
    player.play();
    player.skip(30);
    player.skip(-9999);
    player.seek(99_999);
    await settle();
    expect(saves().at(-1)).toBe("seek 3000");
    expect(player.state().playing).toBe(true);
    expect(media.seeks.slice(-3)).toEqual([530, 0, 3000]);
  });

  test("comes at the end, and playing again begins anew", async () => {
    player.play();
    media.ends();
    await settle();
    expect(saves()).toContain("end 3000");
    expect(player.state().playing).toBe(false);
    player.play();
    await settle();
    expect(saves().at(-1)).toBe("seek 0");
  });

  test("comes by a beacon when the page goes", async () => {
    player.play();
    await listen(1);
    player.leave();
    expect(beacons.map(({ position, reason }) => `${reason} ${position}`)).toEqual(["leave 501"]);
  });
});

describe("a network that goes away", () => {
  test("never looks like a jump to the beginning, and the book goes on where it broke off", async () => {
    player.play();
    await listen(4);
    media.breaks();
    expect(player.state().broken).toBe(true);
    dispatchEvent(new Event("online"));
    await settle();
    expect(player.state()).toMatchObject({ position: 504, playing: true });
    media.ready(3000);
    expect(media.element.currentTime).toBe(504);
    expect(media.element.paused).toBe(false);
    expect(player.state().broken).toBe(false);
    await listen(3);
    expect(sent.every(({ position }) => position >= 500)).toBe(true);
  });
});

describe("a source that cannot be read", () => {
  test("a pause meanwhile is a pause: it shows at once, and nothing plays by itself afterwards", async () => {
    player.play();
    await listen(4);
    media.breaks();
    player.pause();
    expect(player.state()).toMatchObject({ playing: false, broken: true });
    dispatchEvent(new Event("online"));
    await settle();
    expect(saves().at(-1)).toBe("pause 504");
    media.ready(3000);
    expect(player.state()).toMatchObject({ position: 504, playing: false, broken: false });
    expect(media.element.paused).toBe(true);
  });

  test("an address that is not found is looked for again, and the player is there meanwhile", async () => {
    player.end();
    findUrl = async () => {
      throw new Error("The storage does not answer");
    };
    player = makePlayer();
    await player.load();
    expect(player.state()).toMatchObject({ phase: "ready", broken: true, position: 500 });
    findUrl = async () => "/api/download/audiobook/7";
    dispatchEvent(new Event("online"));
    await settle();
    media.ready(3000);
    expect(player.state().broken).toBe(false);
    expect(media.element.currentTime).toBe(500);
  });

  test("an address that comes after the player has ended is left alone", async () => {
    player.end();
    const { promise, resolve } = Promise.withResolvers<string>();
    findUrl = () => promise;
    player = makePlayer();
    const loading = player.load();
    await settle();
    player.end();
    resolve("/api/download/audiobook/7");
    await loading;
    expect(media.element.src).toBe("");
  });
});

describe("comfort", () => {
  test("after a long pause it begins a little earlier, after a short one not", async () => {
    player.play();
    await listen(4);
    player.pause();
    passes(10_000);
    player.play();
    expect(media.element.currentTime).toBe(504);
    player.pause();
    passes(3_600_000);
    player.play();
    expect(media.element.currentTime).toBe(484);
  });

  test("a slip is undone", async () => {
    player.seek(2500);
    expect(player.state().undo).toMatchObject({ position: 500 });
    player.undo();
    expect(player.state()).toMatchObject({ position: 500, undo: null });
    player.skip(30);
    expect(player.state().undo).toBeNull();
  });

  test("chapters are a press away", () => {
    player.nextChapter();
    expect(player.state().position).toBe(1000);
    player.previousChapter();
    expect(player.state().position).toBe(0);
  });

  test("the speed is remembered for the book", async () => {
    const memory = new Map<string, string>();
    player.end();
    player = makePlayer(memory);
    await player.load();
    player.cycleRate();
    expect(media.element.playbackRate).toBe(1.25);
    player.setRate(1.1);
    expect(makePlayer(memory).state().rate).toBe(1.1);
  });

  test("the sleep timer fades, pauses, and goes back to where the fade began", async () => {
    player.play();
    player.setSleep(5);
    await listen(290);
    expect(media.element.volume).toBeCloseTo(0.5, 1);
    await listen(11);
    expect(player.state()).toMatchObject({ playing: false, sleep: null });
    expect(media.element.paused).toBe(true);
    expect(Math.abs(player.state().position - 780)).toBeLessThanOrEqual(1);
    expect(media.element.volume).toBe(1);
  });

  test("the sleep timer counts minutes of listening: not what passes before, not a pause, not a clock that is set", async () => {
    player.setSleep(5);
    passes(3_600_000);
    player.play();
    await listen(100);
    player.pause();
    passes(600_000);
    player.play();
    now += 3_600_000;
    await listen(100);
    expect(Math.round(player.state().sleepLeftMs / 1000)).toBe(100);
    expect(player.state().playing).toBe(true);
  });

  test("the sleep timer ends with the chapter", async () => {
    player.seek(960);
    player.play();
    player.setSleep("chapter");
    await listen(41);
    expect(player.state().playing).toBe(false);
    expect(player.state().position).toBeLessThan(1000);
  });
});
