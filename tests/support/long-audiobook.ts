import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RunningClub } from "./executable.ts";
import { m4b } from "./m4b.ts";

/** Three hours of silence in 31 chapters. Seconds. */
export const LENGTH = 3 * 3600;
const CHAPTERS = Array.from({ length: 31 }, (_, index) => ({
  title: `Evening ${index + 1}`,
  start: index * 340,
}));

/** Adds a book with a long audiobook, its index at the end, to a running club. @returns its id */
export const importLongAudiobook = (club: RunningClub): Promise<number> =>
  importAudiobook(club, { seconds: LENGTH, chapters: CHAPTERS, narrator: "Nell Quiet", indexAtEnd: true });

/** Adds an audiobook to a running club as this month's. @returns the book's id */
export async function importAudiobook(club: RunningClub, audio: Parameters<typeof m4b>[0]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-audiobook-"));
  try {
    const path = join(folder, "evenings.m4b");
    await Bun.write(path, m4b(audio));
    const month = new Date().toISOString().slice(0, 7);
    const args = ["--title", "Thirty-one Evenings", "--author", "A. Vintner", "--month", month, "--audiobook", path];
    const { exitCode, stdout, stderr } = await club.run(["book", "import", ...args]);
    if (exitCode !== 0) throw new Error(stderr);
    return Number(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
