type Random = () => number;

/** A repeatable random generator (mulberry32), so that measurements repeat. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How a voice reads; lengths in seconds, fractions from 0 to 1. */
export type Narrator = {
  /** Seconds per letter, and its variation between phrases, in natural logarithms. */
  tempo: number;
  uneven: number;
  /** Fractions of commas, sentences and words with a pause after them, and the pauses' usual lengths. */
  pauses: { comma: number; sentence: number; word: number };
  lengths: { comma: number; sentence: number; paragraph: number; heading: number; word: number };
  /** The variation of a pause's length, in natural logarithms. */
  varied: number;
};

export const CLEAR: Narrator = {
  tempo: 0.065,
  uneven: 0.08,
  pauses: { comma: 0.6, sentence: 0.98, word: 0.01 },
  lengths: { comma: 0.3, sentence: 0.7, paragraph: 1.1, heading: 1.8, word: 0.25 },
  varied: 0.3,
};

/** A text of plain chapters, each a list of paragraphs. */
export type PlainText = readonly (readonly string[])[];

const NOUNS =
  "table wine bread salt guest lamp evening river stone garden letter window morning candle silver harbor winter sister captain orchard whisper shadow kitchen thunder".split(
    " ",
  );
const WORDS = [...NOUNS, ..."a the of and in it on to was by".split(" ")];

export function writeText(random: Random, { chapters = 4, paragraphs = 12 } = {}): string[][] {
  const pick = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const any = (items: readonly string[]) => items[pick(0, items.length - 1)];
  // "a." could be an initial
  const words = (count: number) => [...Array.from({ length: count - 1 }, () => any(WORDS)), any(NOUNS)].join(" ");
  const sentence = () => {
    const clauses = Array.from({ length: pick(1, 3) }, () => words(pick(3, 9))).join(", ");
    return `${clauses[0]?.toUpperCase()}${clauses.slice(1)}.`;
  };
  return Array.from({ length: chapters }, () =>
    Array.from({ length: pick(paragraphs - 3, paragraphs + 3) }, () =>
      Array.from({ length: pick(1, 6) }, sentence).join(" "),
    ),
  );
}

export const chaptersOf = (text: PlainText) => bodiesOf(text).map((body, i) => ({ title: `Chapter ${i + 1}`, body }));

export function bodiesOf(text: PlainText): string[] {
  return text.map((chapter, i) => `<h1>Chapter ${i + 1}</h1>\n${chapter.map((one) => `<p>${one}</p>`).join("\n")}`);
}

/** The start of each sentence of a reading, by its words, and its pauses. */
export type Reading = { seconds: number; pauses: [start: number, end: number][]; begins: Map<string, number> };

/** Reads chapters aloud. `voice` may change from sentence to sentence. */
export function readAloud(text: PlainText, random: Random, voice: (sentence: number) => Narrator): Reading {
  const reading: Reading = { seconds: 0.6, pauses: [[0, 0.6]], begins: new Map() };
  let count = 0;
  for (const [i, chapter] of text.entries()) {
    readSentence(reading, `Chapter ${i + 1}`, { random, narrator: voice(count), behind: "heading" });
    for (const paragraph of chapter) {
      const sentences = paragraph.split(/(?<=\.) /);
      for (const [index, sentence] of sentences.entries()) {
        count += 1;
        const pauseKind = index === sentences.length - 1 ? "paragraph" : "sentence";
        readSentence(reading, sentence, { random, narrator: voice(count), behind: pauseKind });
      }
    }
  }
  return reading;
}

type Manner = { random: Random; narrator: Narrator; behind: "sentence" | "paragraph" | "heading" };

function readSentence(reading: Reading, sentence: string, { random, narrator, behind }: Manner): void {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const { tempo, uneven, pauses, lengths, varied } = narrator;
  const pause = (length: number) => {
    const end = reading.seconds + Math.max(0.2, length * Math.exp(varied * normal()));
    reading.pauses.push([reading.seconds, end]);
    reading.seconds = end;
  };
  if (!reading.begins.has(sentence)) reading.begins.set(sentence, reading.seconds);
  const clauses = sentence.split(/(?<=,) /);
  for (const [i, clause] of clauses.entries()) {
    const pace = tempo * Math.exp(uneven * normal());
    for (const word of clause.split(" ")) {
      reading.seconds += pace * (word.length + 1);
      if (random() < pauses.word) pause(lengths.word);
    }
    if (i < clauses.length - 1 && random() < pauses.comma) pause(lengths.comma);
  }
  if (random() < pauses.sentence) pause(lengths[behind]);
}
