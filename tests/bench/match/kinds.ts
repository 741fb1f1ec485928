import type { Chapter } from "#contract/books.ts";

import type { Narration } from "./narration.ts";

const HALF_HOUR_SECONDS = 30 * 60;

/** Variants of a recording: with other titles, or split into other files. */
export const KINDS: Record<string, (narration: Narration) => Chapter[]> = {
  "own titles": ({ chapters }) => chapters.map(({ title, start }) => ({ title, start })),
  '"01 - own"': ({ chapters }) =>
    chapters.map(({ title, start }, i) => ({ title: `${padNumber(i)} - ${title}`, start })),
  '"Track 01"': ({ chapters }) => chapters.map(({ start }, i) => ({ title: `Track ${padNumber(i)}`, start })),
  "file names": ({ chapters }) => chapters.map(({ file, start }) => ({ title: file, start })),
  "no chapters": () => [],
  "chapters in halves": ({ chapters, seconds }) =>
    chapters.flatMap(({ title, start }, i) => {
      const end = chapters[i + 1]?.start ?? seconds;
      return [0, 1].map((half) => ({ title: `${title}, part ${half + 1}`, start: start + ((end - start) * half) / 2 }));
    }),
  "two chapters a file": ({ chapters }) =>
    chapters.filter((_, i) => i % 2 === 0).map(({ start }, i) => ({ title: `Track ${padNumber(i)}`, start })),
  "half hours": ({ seconds }) =>
    Array.from({ length: Math.ceil(seconds / HALF_HOUR_SECONDS) }, (_, i) => ({
      title: `Track ${padNumber(i)}`,
      start: i * HALF_HOUR_SECONDS,
    })),
};

function padNumber(i: number): string {
  return String(i + 1).padStart(2, "0");
}
