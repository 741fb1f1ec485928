import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";

/** Components that show or ask for a meeting's time without the reader's own, with the reason. */
const WITHOUT_READERS_TIME: Record<string, string> = {
  "meetings/dates-card.tsx": "its choices show them; a meeting that is asked about has no time",
  "lib/format/share-text.ts": "for other people, who are elsewhere",
  "lib/format/dates.ts": "has the functions",
  "ui/text/meeting-chips.tsx": "its callers have it below",
};

const TIME_DISPLAY = /\b(?:formatMeetingTime|formatTimeForOthers|formatDateChoice|MeetingChips)\b|type="time"/;
const HAS_READERS_TIME = /\b(?:meetingTimeForReader|ReadersTime|typedTimeHint|MeetingPreview)\b/;

test("shows the reader's local time beside a meeting's time", () => {
  const timeComponents = [...new Bun.Glob("**/*.{ts,tsx}").scanSync("src/web")]
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(`src/web/${path}`, "utf8") }))
    .filter(({ text }) => TIME_DISPLAY.test(text));
  expect(timeComponents.length).toBeGreaterThan(10);
  const zonelessPaths = timeComponents.filter(({ text }) => !HAS_READERS_TIME.test(text)).map(({ path }) => path);
  const listedPaths = Object.keys(WITHOUT_READERS_TIME).filter((path) =>
    timeComponents.some((one) => one.path === path),
  );
  expect(zonelessPaths.filter((path) => !listedPaths.includes(path))).toEqual([]);
  expect(listedPaths.toSorted()).toEqual(Object.keys(WITHOUT_READERS_TIME).toSorted());
});

test("reads clocks by one rule, not by date-fns-tz directly", () => {
  const otherPaths = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync(".")]
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter((path) => /formatInTimeZone\(.*"[^"]*h:mm/.test(readFileSync(path, "utf8")));
  expect(otherPaths).toEqual([]);
});
