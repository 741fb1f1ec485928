import { expect } from "bun:test";

import type { BookProgress } from "#contract/book-progress.ts";
import type { Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";
import type { Sandbox } from "#server/adapters/sandbox.ts";

import { inspectHere } from "./inspect-here.ts";
import { jsonOf } from "./json.ts";
import { createReadingClub } from "./reading-club.ts";

export type Chapter = { title: string; body: string };

/** A chapter of unique words: `name0`, `name1`… */
export function chapter(title: string, name: string, words: number): Chapter {
  const text = Array.from({ length: words }, (_, i) => `${name}${i}`);
  const paragraphs = Array.from({ length: Math.ceil(words / 60) }, (_, i) =>
    text.slice(i * 60, (i + 1) * 60).join(" "),
  );
  return { title, body: `<h1>${title}</h1>\n${paragraphs.map((one) => `<p>${one}</p>`).join("\n")}` };
}

export const NUMBERS = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"] as const;
export const CHAPTERS = NUMBERS.map((number) => chapter(`Chapter ${number}`, number.toLowerCase(), 600));
export const FULL_CHAPTERS = [chapter("Foreword", "fore", 900), ...CHAPTERS];

/** The fraction of these chapters at which a word begins. */
export function shareOf(chapters: readonly Chapter[], word: string): number {
  const text = chapters.map(({ body }) => body.replaceAll(/<[^>]+>/g, "").replaceAll("\n", " ")).join("");
  const at = text.search(new RegExp(`(?<![a-z])${word}(?!\\d)`));
  if (at < 0) throw new Error(`There is no ${word}`);
  return at / text.length;
}

/** A reading club whose book has one edition after the other. */
export async function createEditionsClub(sandbox: Sandbox = inspectHere) {
  const club = await createReadingClub(sandbox);
  const { mia, chief } = club;
  const getTalk = (user = mia): Promise<Notes> => jsonOf(user.call("GET", club.path("notes")));
  return {
    ...club,
    contents: (): Promise<Contents> => club.get("contents"),
    progress: (user = mia): Promise<BookProgress> => club.get("place", user),
    give: async (chapters: readonly Chapter[]) => {
      club.pass(60);
      await club.giveText({ chapters });
    },
    readTo: (chapters: readonly Chapter[], word: string, user = mia) => club.readUpTo(shareOf(chapters, word), user),
    talk: getTalk,
    texts: async (user = mia) => (await getTalk(user)).notes.map(({ text }) => text),
    noteAt: async (chapters: readonly Chapter[], word: string, user = chief) => {
      const fraction = shareOf(chapters, word);
      await user.call("PUT", club.path("reached"), { fraction });
      const response = await user.call("POST", club.path("notes"), { text: `On ${word}`, fraction });
      expect(response.status).toBe(201);
    },
  };
}
