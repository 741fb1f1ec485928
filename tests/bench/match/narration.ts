import { join } from "node:path";

/**
 * A recorded book with true times, as `narration.json` in a folder of its own; beside it lie editions of its text,
 * `NAME.epub`. Times in seconds from the start of the whole recording.
 */
export type Narration = {
  title: string;
  seconds: number;
  /** One for each audio file; `file` is its name without the ending. */
  chapters: { title: string; file: string; start: number }[];
  sentences: [seconds: number, text: string][];
};

export type NarratedBook = { name: string; narration: Narration; editions: { name: string; path: string }[] };

/** Reads every `BOOK/narration.json` of a folder. @throws Error for a folder without one */
export async function readNarratedBooks(folder: string): Promise<NarratedBook[]> {
  const paths = [...new Bun.Glob("*/narration.json").scanSync(folder)].toSorted();
  if (paths.length === 0) throw new Error(`No BOOK/narration.json in ${folder}: see docs/testing.md.`);
  return Promise.all(
    paths.map(async (path) => {
      const name = path.split("/")[0] ?? "";
      const epubs = [...new Bun.Glob("*.epub").scanSync(join(folder, name))].toSorted((a, b) =>
        a === "own.epub" ? -1 : b === "own.epub" ? 1 : a.localeCompare(b),
      );
      const editions = epubs.map((file) => ({ name: file.slice(0, -5), path: join(folder, name, file) }));
      return { name, narration: JSON.parse(await Bun.file(join(folder, path)).text()), editions };
    }),
  );
}
