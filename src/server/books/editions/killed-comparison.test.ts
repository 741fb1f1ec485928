import { expect, test } from "bun:test";
import { rmSync } from "node:fs";

import { KilledChildError, type Sandbox } from "#server/adapters/sandbox.ts";
import { perTest } from "#tests/support/each-club.ts";
import { CHAPTERS, createEditionsClub, FULL_CHAPTERS, shareOf } from "#tests/support/editions-club.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";

type Failure = (packPath: string) => void;
let failures: [kind: string, fail: Failure][] = [];

/** Fails each planned run once. */
const sandbox: Sandbox = {
  run: (args, options) => {
    const at = failures.findIndex(([kind]) => kind === args[0]);
    const [failure] = at < 0 ? [] : failures.splice(at, 1);
    if (!failure) return inspectHere.run(args, options);
    try {
      failure[1](args[1] ?? "");
    } catch (error) {
      return Promise.reject(error);
    }
    return inspectHere.run(args, options);
  },
};

const club = perTest(() => createEditionsClub(sandbox));

test.each<[string, Failure]>([
  [
    "is killed",
    () => {
      throw new KilledChildError();
    },
  ],
  [
    "can't start",
    () => {
      throw new Error("EAGAIN: resource temporarily unavailable, posix_spawn");
    },
  ],
  ["finds its text swept away", (packPath) => rmSync(packPath)],
])("a text isn't replaced when the comparison %s, and is when it's sent again", async (_, breakComparison) => {
  await club.give(FULL_CHAPTERS);
  await club.readTo(FULL_CHAPTERS, "four302");
  const { edition, reached } = await club.progress();
  failures = [["compare", breakComparison]];
  await expect(club.give(CHAPTERS)).rejects.toMatchObject({ code: "busy" });
  const progressAfter = await club.progress();
  expect([progressAfter.edition, progressAfter.reached]).toEqual([edition, reached]);
  expect(progressAfter.reading?.fraction).toBeCloseTo(shareOf(FULL_CHAPTERS, "four302"), 4);
  await club.give(CHAPTERS);
  expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(CHAPTERS, "four302"), 4);
});

test("keeps a text when the child storing its outline is killed", async () => {
  await club.give(FULL_CHAPTERS);
  await club.readTo(FULL_CHAPTERS, "four302");
  const removeEbook = () => club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
  failures = [
    [
      "outline",
      () => {
        throw new KilledChildError();
      },
    ],
  ];
  expect((await removeEbook()).status).toBe(503);
  expect((await removeEbook()).status).toBe(200);
  await club.give(CHAPTERS);
  expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(CHAPTERS, "four302"), 2);
});
