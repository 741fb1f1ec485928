import type { Sound } from "../timings/heard.ts";
import type { AudioPart } from "./align.ts";
import { roleOf } from "./roles.ts";

const CHAPTERS_MAX = 600;
/** Probability that a chapter isn't in the text: by its name, a short one at an end, any other. */
const SKIP = { around: 0.9, short: 0.3, body: 0.005 };
const SHORT_SECONDS = 120;

/** The audiobook's chapters; without any, or with too many, it's one. */
export function soundParts({ chapters, seconds, title }: Sound): (AudioPart & { start: number })[] {
  const used = chapters.length > 0 && chapters.length <= CHAPTERS_MAX ? chapters : [{ title: "", start: 0 }];
  return used.map(({ title: own, start }, at) => {
    const took = Math.max(0, (used[at + 1]?.start ?? seconds) - start);
    const isShort = took < SHORT_SECONDS && (at === 0 || at === used.length - 1);
    return {
      title: own,
      start,
      seconds: took,
      skip: roleOf(own, title) === "around" ? SKIP.around : isShort ? SKIP.short : SKIP.body,
    };
  });
}
