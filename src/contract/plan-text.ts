import type { PlanLine } from "./plan.ts";

/** 'through chapter 9', 'through “Nine Endings”', or '45% of the book' where a line ends within a chapter. */
export function formatPlanTarget({ chapter, fraction }: Pick<PlanLine, "chapter" | "fraction">): string {
  if (fraction >= 1) return "to the end";
  if (!chapter) return `${Math.round(fraction * 100)}% of the book`;
  const title = chapter.title.trim();
  const number = /^(?:chapter )?(\d{1,3}|[ivxlc]{1,8})\.?$/i.exec(title)?.[1];
  return number ? `through chapter ${number}` : `through “${title}”`;
}

/** Code points a minute: 250 words of six each (BEYOND 9). */
export const USUAL_PACE = 1500;
