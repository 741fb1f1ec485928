import { readdir } from "node:fs/promises";
import { join } from "node:path";

export const DEMO_DIR = join(import.meta.dir, "../../demo");
const STORY_DIR = join(DEMO_DIR, "story");

type StoryFacts = {
  title: string;
  author: string;
  narrator: string;
  language: string;
  identifier: string;
  publisher: string;
  date: string;
  /** ISO-8601 UTC without fractions, for `dcterms:modified`. */
  modified: string;
  rights: string;
  description: string;
};

export type StoryChapter = {
  id: string;
  title: string;
  paragraphs: string[];
};

/** When the audiobook reads each sentence of a chapter, its title first: start and end in seconds, by the chapter's id. */
export type StoryTimes = Record<string, [start: number, end: number][]>;

export const TIMES_PATH = join(STORY_DIR, "times.json");

export type Story = { facts: StoryFacts; chapters: StoryChapter[]; css: string; times: StoryTimes };

/** Chapters in order. @throws Error when a chapter has no heading */
export async function readStory(): Promise<Story> {
  const names = (await readdir(STORY_DIR)).filter((name) => name.endsWith(".md")).toSorted();
  return {
    facts: await Bun.file(join(STORY_DIR, "book.json")).json(),
    chapters: await Promise.all(names.map(readChapter)),
    css: await Bun.file(join(STORY_DIR, "style.css")).text(),
    times: await Bun.file(TIMES_PATH).json(),
  };
}

async function readChapter(name: string): Promise<StoryChapter> {
  const [heading, ...paragraphs] = (await Bun.file(join(STORY_DIR, name)).text()).trim().split(/\n{2,}/);
  if (heading === undefined || !heading.startsWith("# ")) throw new Error(`${name} must begin with "# " and a title`);
  return { id: `chapter-${name.replace(/\.md$/, "")}`, title: heading.slice(2), paragraphs };
}
