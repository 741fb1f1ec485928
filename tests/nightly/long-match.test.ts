import { expect, test } from "bun:test";

import type { BookTimeline } from "#contract/book-progress.ts";
import { createSandbox } from "#server/adapters/sandbox.ts";
import { watchGaps } from "#tests/support/loop-gaps.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const CHAPTERS = 300;
/** The match takes two seconds; on the main thread, only JSON is left. */
const BUDGET_MS = 50;

test("doesn't block others while 300 chapters are matched", async () => {
  const club = await createReadingClub(createSandbox());
  const getTimeline = (): Promise<BookTimeline> => club.get("timeline");
  // loads the code
  await club.giveText({ chapters: plainChapters([80, 90]) });
  await club.giveSound(audioChapters([40, 45]), 85);
  await getTimeline();

  const words = Array.from({ length: CHAPTERS }, (_, index) => 60 + ((index * 37) % 90));
  const seconds = words.map((count) => count * 0.6);
  await club.giveText({ chapters: plainChapters(words) });
  await club.giveSound(
    audioChapters(seconds),
    seconds.reduce((sum, chapterSeconds) => sum + chapterSeconds, 0),
  );
  await club.get("contents");
  const { ms, result } = await watchGaps(() => club.visitor.call("GET", "/api/health"), getTimeline);
  console.log(`300 chapters: ${result.timeline.length} points, the others held for ${ms.toFixed(0)} ms at most`);
  expect(result.timeline.length).toBeGreaterThan(CHAPTERS / 2);
  expect(ms).toBeLessThan(BUDGET_MS);
  club.close();
}, 300_000);
