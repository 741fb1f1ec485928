import type { RunningClub } from "./executable.ts";
import { importBook } from "./reader-page.ts";

/** Three hours of silence in 31 chapters. Seconds. */
export const LENGTH = 3 * 3600;
const chapters = Array.from({ length: 31 }, (_, index) => ({ title: `Evening ${index + 1}`, start: index * 340 }));

/** Adds a book with a long audiobook, its index at the end, to a running club. @returns its id */
export const importLongAudiobook = (club: RunningClub): Promise<number> =>
  importBook(club, {
    title: "Thirty-one Evenings",
    audio: { seconds: LENGTH, chapters, narrator: "Nell Quiet", indexAtEnd: true },
  });
