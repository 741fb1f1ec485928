import { mp3 } from "./mp3.ts";
import { bookOf } from "./reading-book.ts";

/** `start` and `end` are seconds of the whole audio. */
export type Narrated = { id: string; chapter: number; text: string; start: number; end: number };

type Options = { chapters: number; sentences: number };

/** Words of one sentence after the other, some short and some longer than two lines. */
const WORDS = [6, 14, 4, 22, 9, 30, 5];
const SECONDS_A_WORD = 0.25;
const PAUSE = 0.4;
const PARAGRAPH = 4;

/**
 * An eBook with the time of each of its sentences, and silent audio of its own, a file for each chapter. Its times are
 * exact, so it judges what reads along. `sound` are the lengths of the files in seconds.
 */
export function narratedBook({ chapters, sentences }: Options) {
  const narrated: Narrated[] = [];
  const lengths: number[] = [];
  let before = 0;
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    let now = 1;
    for (let at = 0; at < sentences; at += 1) {
      const words = WORDS[(at + chapter) % WORDS.length] ?? 6;
      const text = `${Array.from({ length: words }, (_, word) => (word === 0 ? `Word${chapter}x${at}` : `w${word}`)).join(" ")}.`;
      const end = now + words * SECONDS_A_WORD;
      narrated.push({ id: `s${chapter}x${at}`, chapter, text, start: before + now, end: before + end });
      now = end + PAUSE;
    }
    const seconds = mp3Seconds(now + 1);
    lengths.push(seconds);
    before += seconds;
  }
  const ofChapter = (chapter: number) => narrated.filter((one) => one.chapter === chapter);
  const parts = Array.from({ length: chapters }, (_, chapter) => chapter);
  const startOf = (chapter: number) => lengths.slice(0, chapter).reduce((sum, seconds) => sum + seconds, 0);
  const ebook = bookOf({
    chapters: parts.map((chapter) => ({
      title: `Chapter ${chapter + 1}`,
      overlay: `m${chapter}`,
      body: `<h1>Chapter ${chapter + 1}</h1>\n${paragraphs(ofChapter(chapter))}`,
    })),
    more: [
      ...parts.map((chapter) => ({
        name: `smil/${chapter}.smil`,
        type: "application/smil+xml",
        data: smilOf(ofChapter(chapter), chapter, startOf(chapter)),
      })),
      ...parts.map((chapter) => ({
        name: `sound/${chapter}.mp3`,
        type: "audio/mpeg",
        data: mp3({ seconds: lengths[chapter] ?? 0, tagged: false }),
        stored: true,
      })),
    ],
  });
  return { ebook, narrated, sound: lengths };
}

/** Whole frames. */
const mp3Seconds = (seconds: number) => (Math.ceil((seconds * 44_100) / 1152) * 1152) / 44_100;

function paragraphs(sentences: readonly Narrated[]): string {
  const spans = sentences.map(({ id, text }) => `<span id="${id}">${text}</span>`);
  return Array.from(
    { length: Math.ceil(spans.length / PARAGRAPH) },
    (_, at) => `<p>${spans.slice(at * PARAGRAPH, (at + 1) * PARAGRAPH).join(" ")}</p>`,
  ).join("\n");
}

function smilOf(sentences: readonly Narrated[], chapter: number, before: number): string {
  const pars = sentences.map(
    ({ id, start, end }) =>
      `<par><text src="../text/c${chapter + 1}.xhtml#${id}"/><audio src="../sound/${chapter}.mp3" clipBegin="${(start - before).toFixed(3)}s" clipEnd="${(end - before).toFixed(3)}s"/></par>`,
  );
  return `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><seq>${pars.join("")}</seq></body></smil>`;
}
