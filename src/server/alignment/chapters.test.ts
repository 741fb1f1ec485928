import { afterEach, describe, expect, test } from "bun:test";

import type { BookTimeline } from "#contract/book-progress.ts";
import type { Sandbox } from "#server/adapters/sandbox.ts";
import { AppError } from "#server/errors.ts";
import { countingSandbox, inspectHere } from "#tests/support/inspect-here.ts";
import { jsonOf } from "#tests/support/json.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";

const CHAPTERS_MAX = 12;

let club: ReadingClub;
afterEach(() => club.close());

async function openClub(sandbox: Sandbox): Promise<void> {
  const chapterWords = Array.from({ length: CHAPTERS_MAX }, (_, at) => 60 + ((at * 37) % 90));
  const seconds = chapterWords.map((wordCount) => wordCount * 0.6);
  club = await createReadingClub(sandbox);
  await club.giveText({ chapters: plainChapters(chapterWords) });
  await club.giveSound(
    audioChapters(seconds),
    seconds.reduce((sum, chapterSeconds) => sum + chapterSeconds, 0),
  );
}
const getTimeline = (): Promise<BookTimeline> => club.get("timeline");

describe("audio and text", () => {
  test("are matched in the child once, and again for another file", async () => {
    const { runs, sandbox } = countingSandbox();
    await openClub(sandbox);
    const countMatches = () => runs.filter(([kind]) => kind === "align").length;
    const [firstTimeline, secondTimeline] = await Promise.all([getTimeline(), getTimeline(), club.get("place")]);
    expect(firstTimeline.timeline.length).toBeGreaterThan(CHAPTERS_MAX / 2);
    expect(secondTimeline).toEqual(firstTimeline);
    await getTimeline();
    expect(countMatches()).toBe(1);
    await club.giveSound(audioChapters([60, 60]), 120);
    await getTimeline();
    expect(countMatches()).toBe(2);
  });

  test("stay readable and playable unmatched if too large", async () => {
    let alignmentRuns = 0;
    await openClub({
      run: async (args, options) => {
        if (args[0] !== "align") return inspectHere.run(args, options);
        alignmentRuns += 1;
        throw new AppError("invalid", "It takes too much memory or time.");
      },
    });
    for (let at = 0; at < 2; at += 1)
      expect((await getTimeline()).timeline.every((point) => point.confidence === 0)).toBe(true);
    expect(alignmentRuns).toBe(1);
    expect((await club.get("contents")).sections).toHaveLength(CHAPTERS_MAX);
    expect((await club.read(0.5)).status).toBe(200);
    const correction = { pairs: [{ chapter: 2, section: 2 }] };
    const match = await jsonOf(club.chief.call("PUT", club.path("match"), correction));
    expect([match.corrected, match.pairs.length]).toEqual([true, 1]);
  });
});
