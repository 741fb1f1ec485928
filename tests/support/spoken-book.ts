import type { Chapter } from "#contract/books.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

/** A sentence of the book: its position in the text (code points) and audio (seconds; null where it is cut). */
type Spoken = { at: number; seconds: number | null; chapter: number };
type Sentence = { text: string; seconds: number };
type TextChapter = { title: string; sentences: number[] };

const WORDS =
  "the of and to a in that it was his he had her with as for she at on not be is him by but they from said which one all would have were their when no an out there what up them who into been could then some this so about down more back only now over very after where before little other upon hand time long never made came again went eyes face night looked thought house room morning nothing something evening garden window letter table glass wine winter summer between although remember afternoon conversation extraordinary".split(
    " ",
  );
/** Seconds of silence after a sentence and a paragraph, and around a chapter. */
const PAUSES = { sentence: 0.45, paragraph: 0.9, chapter: 3 };
const PARAGRAPH = 6;

/** A repeatable random generator (mulberry32), so that measurements repeat. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sentences spoken by espeak-ng, with their true lengths. @throws Error where it isn't installed */
export async function speakSentences(count: number, random: () => number): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = 4 + Math.floor(random() ** 2 * 30);
    const words = Array.from({ length }, () => WORDS[Math.floor(random() ** 1.3 * WORDS.length)] ?? "the");
    const text = `${words.join(" ").replace(/^./, (first) => first.toUpperCase())}.`;
    const spoken = Bun.spawn(["espeak-ng", "-v", "en-us", "-s", "155", "--stdout", text], { stdout: "pipe" });
    const wav = Buffer.from(await new Response(spoken.stdout).arrayBuffer());
    if ((await spoken.exited) !== 0) throw new Error("espeak-ng failed");
    sentences.push({ text, seconds: (wav.length - 44) / wav.readUInt32LE(28) });
  }
  return sentences;
}

type SpokenBook = ReturnType<typeof createSpokenBook>;

/** A novel of so many chapters with front matter, and its unabridged reading of about `hours`. */
export function createSpokenBook(pool: readonly Sentence[], random: () => number, { chapters = 24, hours = 8 } = {}) {
  const mean = pool.reduce((sum, { seconds }) => sum + seconds, 0) / pool.length + PAUSES.sentence + 0.08;
  const perChapter = (hours * 3600) / chapters / mean;
  const text: TextChapter[] = Array.from({ length: chapters }, (_, index) => ({
    title: `Chapter ${index + 1}`,
    sentences: Array.from({ length: Math.round(perChapter * (0.5 + random())) }, () =>
      Math.floor(random() * pool.length),
    ),
  }));
  // a narrator's pace differs by chapter, and drifts within one
  const tempo = text.map(() => 0.88 + random() * 0.24);
  const drift = text.map(() => (random() - 0.5) * 0.2);
  return { pool, text, tempo, drift };
}

export type Reading = { contents: TextContents; chapters: Chapter[]; seconds: number; spoken: Spoken[] };
export type Kind = {
  /** Titles of text and audio chapters. */
  textTitle: (index: number) => string;
  soundTitle: (index: number) => string;
  /** Parts an audio chapter is split into, or chapters merged into one. */
  split?: number;
  join?: number;
  /** Share of paragraphs left out. */
  cut?: number;
  /** Length of parts in seconds, regardless of chapters; infinite for a single file. */
  parts?: number;
};

/** The text and audio of a book as some publisher would make them. */
export function readAloud({ pool, text, tempo, drift }: SpokenBook, kind: Kind, random: () => number): Reading {
  const front = [
    { title: "Title Page", length: 60 },
    { title: "Copyright", length: 900 },
  ];
  const spoken: Spoken[] = [];
  const starts: number[] = [];
  const sections: { title: string; length: number }[] = [...front];
  let at = front.reduce((sum, { length }) => sum + length, 0);
  let now = 25;
  for (const [chapter, { sentences }] of text.entries()) {
    starts.push(now);
    now += PAUSES.chapter;
    const before = at;
    at += kind.textTitle(chapter).length + 1;
    let isCut = false;
    for (const [index, number] of sentences.entries()) {
      const sentence = pool[number];
      if (!sentence) continue;
      if (index % PARAGRAPH === 0) isCut = random() < (kind.cut ?? 0);
      spoken.push({ at, seconds: isCut ? null : now, chapter });
      at += sentence.text.length + 1;
      if (isCut) continue;
      const pace = (tempo[chapter] ?? 1) * (1 + (drift[chapter] ?? 0) * (index / sentences.length - 0.5) * 2);
      now += sentence.seconds / pace + PAUSES.sentence;
      if (index % PARAGRAPH === PARAGRAPH - 1) now += PAUSES.paragraph;
    }
    sections.push({ title: kind.textTitle(chapter), length: at - before });
  }
  const end = now;
  now += 40;
  sections.push({ title: "About the Author", length: 1200 });
  return { contents: contentsOf(sections), chapters: soundChapters(starts, end, now, kind), seconds: now, spoken };
}

function contentsOf(sections: readonly { title: string; length: number }[]): TextContents {
  let start = 0;
  const toc = sections.map(({ title, length }, section) => {
    start += length;
    return { title, section, fragment: null, level: 0, start: start - length };
  });
  return {
    sections: sections.map(({ length }, index) => ({ index, href: `c${index}.xhtml`, length, linear: true })),
    toc,
    pages: [],
    files: [],
    length: start,
    language: "en",
    direction: null,
    layout: "reflowable",
    headings: sections.map(({ title }) => title),
  };
}

function soundChapters(starts: readonly number[], end: number, length: number, kind: Kind): Chapter[] {
  if (kind.parts === Number.POSITIVE_INFINITY) return [];
  if (kind.parts !== undefined)
    return Array.from({ length: Math.ceil(length / kind.parts) }, (_, index) => ({
      title: kind.soundTitle(index),
      start: index * (kind.parts ?? 0),
    }));
  const { split = 1, join = 1 } = kind;
  const body = starts
    .filter((_, index) => index % join === 0)
    .flatMap((start, index, all) =>
      Array.from({ length: split }, (_, piece) => {
        const until = all[index + 1] ?? end;
        return { title: kind.soundTitle(index), start: start + ((until - start) * piece) / split };
      }),
    );
  return [{ title: "Opening Credits", start: 0 }, ...body, { title: "End Credits", start: end }];
}
