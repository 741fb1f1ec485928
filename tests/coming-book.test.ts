import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";

import type { AnyElysia } from "elysia";

import { createApp } from "#server/app.ts";

import { createWorld, type World } from "./support/access-world.ts";
import type { SavedClub } from "./support/club.ts";
import { answerTo, bookCall, comparable, fillBook, namesBook, statusOf, WORD } from "./support/coming-book.ts";
import { SAMPLE_CALLS, type SampleCall } from "./support/sample-calls.ts";

/** Every route that isn't for admins alone. */
const ROWS = SAMPLE_CALLS.filter(({ gets: [, member] }) => member !== 403);
/** What members did stays theirs; nothing that others wrote is in it. */
const OWN_DATA = ["GET /api/profile/export"];

/** What happens to this month's book, one after the other. */
const STAGES = {
  usual: () => {},
  first: ({ club, bookId }) => void club.deps.stores.books.update(bookId, { month: "2027-01" }),
  coming: ({ club }) =>
    void club.deps.stores.books.insert({ title: "Clarissa", author: "S. R.", month: "2026-11" }, "2026-10-01"),
  gone: ({ club, bookId }) => club.deps.stores.books.remove(bookId),
} as const satisfies Record<string, (world: World) => void>;
type Stage = keyof typeof STAGES;
const NAMES: readonly Stage[] = ["usual", "first", "coming", "gone"];

type Answers = Record<Stage, string> & { names: boolean; toAdmin: string };

let routes: AnyElysia["routes"];
/** With a record of each kind on the book. */
let filled: SavedClub;
beforeAll(async () => {
  const world = await createWorld();
  ({ routes } = await createApp(world.club.deps));
  await fillBook(world);
  filled = world.club.save();
  await world.close();
});
afterAll(() => {
  rmSync(filled.folder, { recursive: true });
});

/** A member's answers in each stage to a call prepared in the first. Reads share a world. */
async function answersTo(row: SampleCall): Promise<Answers> {
  const answers: Answers = { usual: "", first: "", coming: "", gone: "", names: false, toAdmin: "" };
  const worlds = /^(?:GET|HEAD) /.test(row.call) ? [NAMES] : NAMES.map((name) => [name]);
  for (const asked of worlds) await askIn(row, asked, answers);
  return answers;
}

async function askIn(row: SampleCall, asked: readonly Stage[], answers: Answers): Promise<void> {
  const world = await createWorld({ saved: filled });
  try {
    const call = await bookCall(world, routes, row, world.member);
    for (const name of NAMES.slice(0, NAMES.indexOf(asked.at(-1) ?? "usual") + 1)) {
      STAGES[name](world);
      if (!asked.includes(name)) continue;
      answers[name] = await answerTo(world, call, world.member);
      answers.names ||= namesBook(world, call);
      if (name === "coming") answers.toAdmin = await answerTo(world, call, world.admin);
    }
  } finally {
    await world.close();
  }
}

describe("a coming book is to members as one that doesn't exist, unless it's the club's first, in", () => {
  let refused = 0;
  test.each(ROWS.map((row) => [row.call, row] as const))("%s", async (name, row) => {
    const { usual, first, coming, gone, names, toAdmin } = await answersTo(row);
    expect([statusOf(usual), statusOf(first)]).toEqual([row.gets[1], row.gets[1]]);
    expect(first.includes(WORD)).toBe(usual.includes(WORD));
    if (!OWN_DATA.includes(name)) {
      expect(comparable(coming)).toBe(comparable(gone));
      expect(coming).not.toContain(WORD);
    }
    if (!names) return;
    refused += 1;
    expect(statusOf(coming)).toBe(404);
    // a feed is the same for everyone (BEYOND 8)
    if (!name.includes("/feeds/:token/")) expect(statusOf(toAdmin)).not.toBe(404);
  });

  test("at least thirty calls", () => {
    expect(refused).toBeGreaterThanOrEqual(30);
  });
});
