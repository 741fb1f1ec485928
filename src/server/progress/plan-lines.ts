import { differenceInCalendarDays } from "date-fns";

import { addCalendarDays } from "#contract/zoned-time.ts";

/** The end of a chapter as a share of the book. */
export type ChapterEnd = Readonly<{ index: number; title: string; end: number }>;
type PlanStep = Readonly<{ by: string; fraction: number; chapter: Omit<ChapterEnd, "end"> | null }>;

const PLAN_MIN_DAYS = 8;
const FIRST_STEP_MIN_DAYS = 4;
const WEEK_DAYS = 7;

/** One step a week back from the meeting, each to the nearest chapter end within half a step (BEYOND 13). */
export function createPlanSteps(first: string, meeting: string, chapters: readonly ChapterEnd[]): PlanStep[] {
  const days = listDays(first, meeting);
  const steps: PlanStep[] = [];
  for (const [at, day] of days.entries()) {
    const target = (at + 1) / days.length;
    const afterFraction = steps.at(-1)?.fraction ?? 0;
    steps.push({
      by: day,
      ...moveToChapterEnd(
        target,
        { afterFraction, maxDistance: 0.5 / days.length, isLast: at === days.length - 1 },
        chapters,
      ),
    });
  }
  return steps;
}

/** Empty if the time is too short for a plan. */
function listDays(first: string, meeting: string): string[] {
  const totalDays = differenceInCalendarDays(meeting, first);
  if (totalDays < PLAN_MIN_DAYS) return [];
  const count = Math.floor((totalDays - FIRST_STEP_MIN_DAYS) / WEEK_DAYS) + 1;
  return Array.from({ length: count }, (_, at) => addCalendarDays(meeting, WEEK_DAYS * (at - count + 1)));
}

type StepLimits = { afterFraction: number; maxDistance: number; isLast: boolean };

function moveToChapterEnd(
  target: number,
  { afterFraction, maxDistance, isLast }: StepLimits,
  chapters: readonly ChapterEnd[],
): Omit<PlanStep, "by"> {
  const distance = ({ end }: ChapterEnd) => Math.abs(end - target);
  const reachableEnds = chapters.filter((chapter) =>
    isLast ? chapter.end >= 1 : chapter.end > afterFraction && chapter.end < 1 && distance(chapter) <= maxDistance,
  );
  // if a part and its last chapter end together, the chapter wins
  const nearest = reachableEnds.reduce<ChapterEnd | null>(
    (best, chapter) => (best && distance(best) < distance(chapter) ? best : chapter),
    null,
  );
  const fraction = isLast ? 1 : (nearest?.end ?? target);
  return { fraction, chapter: nearest && { index: nearest.index, title: nearest.title } };
}
