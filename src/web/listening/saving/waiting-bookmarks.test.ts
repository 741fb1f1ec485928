import { beforeEach, expect, test } from "bun:test";

import type { NewBookmark } from "#contract/bookmarks.ts";
import { ApiError } from "#web/api/client.ts";

import { createWaitingBookmarks, isOthersNote, type WaitingBookmark } from "./waiting-bookmarks.ts";

const mark = (currentTime: number) => ({ bookId: 7, currentTime, note: "Ratty's boat" });

let kept: WaitingBookmark[];
let sent: number[];
let arrived: number[];
let answer: (bookmark: NewBookmark) => Promise<void>;

beforeEach(() => {
  [kept, sent, arrived] = [[], [], []];
  answer = async () => undefined;
});

const open = () =>
  createWaitingBookmarks({
    store: {
      list: async () => [...kept],
      add: async (bookmark) => void kept.push({ key: String(bookmark.currentTime), bookmark }),
      remove: async (gone) => void (kept = kept.filter(({ key }) => key !== gone)),
    },
    send: async (bookmark) => {
      sent.push(bookmark.currentTime ?? 0);
      await answer(bookmark);
    },
    onArrived: (bookId) => arrived.push(bookId),
  });
const times = (bookmarks: readonly WaitingBookmark[]) => bookmarks.map(({ bookmark }) => bookmark.currentTime ?? 0);

test("a bookmark waits for the network, even over a reload, and is sent once", async () => {
  const before = open();
  answer = async () => Promise.reject(new TypeError("Failed to fetch"));
  await before.add(mark(10));
  await before.add(mark(20));
  await before.deliver();
  // without a network one try is enough for all
  expect([times(before.all()), sent, arrived]).toEqual([[10, 20], [10], []]);

  const after = open();
  answer = async () => undefined;
  await Promise.all([after.deliver(), after.deliver()]);
  expect([times(after.all()), times(kept), sent, arrived]).toEqual([[], [], [10, 10, 20], [7, 7]]);
});

test("rejected bookmarks wait without blocking others; a deleted book's are dropped", async () => {
  const waiting = open();
  for (const at of [10, 20, 30]) await waiting.add(mark(at));
  answer = async ({ currentTime }) => {
    if (currentTime === 10) throw new ApiError(401, "", "Unauthorized");
    if (currentTime === 20) throw new ApiError(404, "", "Not Found");
  };
  await waiting.deliver();
  expect([sent, times(waiting.all())]).toEqual([[10, 20, 30], [10]]);
});

test("listeners hear of each that is added or sent", async () => {
  const waiting = open();
  const seen: number[][] = [];
  waiting.subscribe(() => seen.push(times(waiting.all())));
  await waiting.add(mark(10));
  await waiting.remove("10");
  expect(seen).toEqual([[10], []]);
});

test("a sign-out deletes notes from the player and the reader, and another member's sign-in those of others", () => {
  const stored = ["3/bookmark/7/10/Mine", '3/mark/[7,0.4,"A quote","Mine"]', "3/7", "4/bookmark/7/10/Yours"];
  expect(stored.filter((key) => isOthersNote(key, null))).toEqual([stored[0], stored[1], stored[3]] as string[]);
  expect(stored.filter((key) => isOthersNote(key, 3))).toEqual([stored[3]] as string[]);
});
