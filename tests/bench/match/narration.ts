import { join } from "node:path";

/**
 * A recorded book with true times: `narration.json` in its own folder, beside editions of its text, `NAME.epub`. Times
 * are in seconds from the start of the recording.
 */
export type Narration = {
  title: string;
  seconds: number;
  /** One per audio file; `file` is its name without extension. */
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
