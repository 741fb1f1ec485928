import { beforeEach, expect, setSystemTime, test } from "bun:test";

import { createPagedText } from "#tests/support/paged-text.ts";

import { createFollower } from "./follower.ts";

let text: ReturnType<typeof createPagedText>;
let follower: ReturnType<typeof createFollower>;

beforeEach(() => {
  setSystemTime();
  text = createPagedText();
  follower = createFollower(text.reader, { mode: "follow" });
});

test("turns the page once, when the next page's text is spoken", async () => {
  await follower.ensureVisible({ section: 0, at: 99 });
  expect(text.told).toEqual([]);
  await follower.ensureVisible({ section: 0, at: 100 });
  await follower.ensureVisible({ section: 0, at: 120 });
  expect([text.page(), text.told]).toEqual(["0/100", ["page 0/100"]]);
  expect(follower.state().isAway).toBe(false);
});

test("doesn't follow after a page was turned by hand", async () => {
  await follower.ensureVisible({ section: 0, at: 50 });
  text.turnTo(0, 300);
  expect(follower.state().isAway).toBe(true);
  await follower.ensureVisible({ section: 0, at: 150 });
  expect(text.page()).toBe("0/300");
  await follower.returnToVoice();
  expect([text.page(), follower.state().isAway]).toEqual(["0/100", false]);
});

test("follows again when the reader is on the spoken page", async () => {
  await follower.ensureVisible({ section: 0, at: 50 });
  text.turnTo(0, 100);
  expect(follower.state().isAway).toBe(true);
  text.turnTo(0, 0);
  expect(follower.state().isAway).toBe(false);
  text.turnTo(1, 0);
  expect(follower.state().isAway).toBe(true);
  await follower.ensureVisible({ section: 1, at: 0 });
  expect(follower.state().isAway).toBe(false);
});

test("doesn't turn a page that was opened elsewhere", async () => {
  const laterFollower = createFollower(text.reader, { mode: "follow", isAway: true });
  await laterFollower.ensureVisible({ section: 3, at: 40 });
  expect([text.page(), laterFollower.state().isAway]).toEqual(["0/0", true]);
  await laterFollower.returnToVoice();
  expect(text.page()).toBe("3/0");
});
