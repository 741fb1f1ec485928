import { createAudioSource } from "#web/listening/player/audio-source.ts";
import { createPlayer } from "#web/listening/player/player.ts";
import type { PendingSave } from "#web/progress/position.ts";
import { createProgressSync } from "#web/progress/progress-sync.ts";
import { toServerPosition } from "#web/progress/send-save.ts";
import type { ProgressStore } from "#web/progress/store.ts";

import { createMediaElement } from "./media-element.ts";
import { book } from "./web.tsx";

const chapters = [
  { title: "One", start: 0 },
  { title: "Two", start: 1000 },
  { title: "Three", start: 2000 },
];
const saved = { bookId: book.id, currentTime: 500, chapter: 0, updatedAt: null, revision: 7, device: "phone" };
export const ADDRESS = "/api/download/audiobook/7";

export const emptyStore: ProgressStore = {
  list: async () => [],
  countBooks: async () => 0,
  readDevicePosition: async () => null,
  write: async () => undefined,
  acknowledge: async () => undefined,
  isOwnSave: async () => false,
};

type Options = { findUrl?: () => Promise<string>; seconds?: number };

/**
 * A device with the player of a 3000-second book in three chapters, without browser or server. The server's position is
 * 500 seconds, where `open` goes. @param seconds another length of the book
 */
export function createListeningDevice({ findUrl = async () => ADDRESS, seconds = 3000 }: Options = {}) {
  const media = createMediaElement();
  const sentSaves: PendingSave[] = [];
  const beacons: PendingSave[] = [];
  let now = 1_000_000;
  let elapsed = 5000;
  let revision = saved.revision;
  const progressSync = createProgressSync({
    medium: "audio",
    bookId: book.id,
    store: emptyStore,
    send: async (save, isLeaving) => {
      (isLeaving ? beacons : sentSaves).push(save);
      revision += 1;
      return { kind: "saved", serverPosition: { ...toServerPosition(saved), position: save.position, revision } };
    },
    now: () => now,
  });
  const player = createPlayer({
    book: { ...book, chapters, audiobookSeconds: seconds },
    findUrl: () => findUrl(),
    createAudio: (events) => createAudioSource(media.element, events, () => elapsed),
    progress: {
      open: () => {
        // no second passes between two saves here
        progressSync.flushNow();
        const page = { bookId: book.id, client: "tab", device: "computer", tolerance: 30 };
        return {
          ...progressSync,
          start: (fetchPosition) => progressSync.start(page, fetchPosition),
          end: () => undefined,
        };
      },
      fetch: async () => saved,
    },
    now: () => now,
    elapsed: () => elapsed,
  });
  const advanceClocks = (milliseconds: number) => {
    now += milliseconds;
    elapsed += milliseconds;
  };
  return {
    player,
    media,
    sent: sentSaves,
    beacons,
    /** Sent saves, abbreviated: 'tick 503'. */
    saves: () => sentSaves.map(inShort),
    /** Advances all clocks without playing, in milliseconds. */
    passes: advanceClocks,
    /** Sets the device's clock, but not the elapsed time, in milliseconds. */
    setsClock: (by: number) => {
      now += by;
    },
    /** Listens for so many seconds, in quarter-second steps like a browser. */
    listen: async (seconds: number) => {
      for (let quarter = 0; quarter < seconds * 4; quarter++) {
        advanceClocks(250);
        media.plays(0.25 * player.state().rate);
        if (quarter % 4 === 3) await finishPending();
      }
    },
    open: async () => {
      await player.load();
      media.ready(3000);
    },
  };
}

export type ListeningDevice = ReturnType<typeof createListeningDevice>;

/** Waits for pending work. */
export const finishPending = () => new Promise((resolve) => setTimeout(resolve, 0));

export const inShort = ({ position, reason }: PendingSave) => `${reason} ${position}`;
