/** By hand, after the story or cover changed: `bun scripts/demo/make-audiobook.ts`. Needs ffmpeg and espeak-ng. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { $ } from "bun";

import { sentencesOf } from "./sentences.ts";
import { DEMO_DIR, readStory, type Story, type StoryTimes, TIMES_PATH } from "./story.ts";
import { interlude, openingTune, SAMPLE_RATE } from "./tune.ts";

const CHAPTERS_READ = 2;
const BIT_RATE = "22k";
const VOICE = ["-v", "en-gb-x-rp+max", "-s", "152", "-p", "42", "-g", "2", "-a", "90"];
const SOFTEN = [
  "highpass=f=75",
  "equalizer=f=190:t=q:w=1.0:g=2.5",
  "equalizer=f=2900:t=q:w=1.1:g=-4.5",
  "equalizer=f=4800:t=q:w=1.4:g=-3",
  "lowpass=f=6800",
  "acompressor=threshold=0.1:ratio=2.2:attack=12:release=180:makeup=1.6",
  "aecho=0.9:0.6:23|41|67:0.16|0.11|0.07",
].join(",");

type Part = {
  title: string;
  samples: Float32Array;
  /** Of its sentences, the title first: start and end in seconds of the part. */
  times: [number, number][];
};

const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * SAMPLE_RATE));

/** espeak-ng stumbles over quotation marks. */
const spoken = (markdown: string): string => markdown.replaceAll(/[*_“”]/g, "").replaceAll("’", "'");

async function read(text: string, dir: string): Promise<Float32Array> {
  const plain = join(dir, "plain.wav");
  await $`espeak-ng ${VOICE} -w ${plain} ${text}`.quiet();
  const raw = await $`ffmpeg -v error -i ${plain} -af ${SOFTEN} -ac 1 -ar ${SAMPLE_RATE} -f f32le -`
    .quiet()
    .arrayBuffer();
  return new Float32Array(raw);
}

async function parts({ facts, chapters }: Story, dir: string): Promise<Part[]> {
  const opening = [
    openingTune(),
    silence(0.3),
    await read(`${facts.title}.`, dir),
    silence(0.7),
    await read(`By ${facts.author}.`, dir),
    silence(1.6),
  ];
  const result: Part[] = [{ title: "Opening", samples: join32(opening), times: [] }];
  for (const { title, paragraphs } of chapters.slice(0, CHAPTERS_READ))
    result.push({ title, ...(await readChapter(title, paragraphs, dir)) });
  const closing =
    "Here the reading stops, as the best ones do, before the end. The rest of the story is in the e-book.";
  result.push({
    title: "To be continued on paper",
    samples: join32([await read(closing, dir), silence(0.8), openingTune()]),
    times: [],
  });
  return result;
}

/** Sentence by sentence, so that the times are known. */
async function readChapter(title: string, paragraphs: string[], dir: string): Promise<Omit<Part, "title">> {
  const pieces: Float32Array[] = [];
  const times: [number, number][] = [];
  const add = (samples: Float32Array) => {
    const start = pieces.reduce((sum, { length }) => sum + length, 0);
    pieces.push(samples);
    return [start, start + samples.length].map((at) => at / SAMPLE_RATE) as [number, number];
  };
  times.push(add(await read(`${title}.`, dir)));
  add(silence(1.3));
  for (const paragraph of paragraphs) {
    const sentences = sentencesOf(paragraph);
    for (const [index, sentence] of sentences.entries()) {
      times.push(add(await read(spoken(sentence.trim()), dir)));
      add(silence(index === sentences.length - 1 ? 0.75 : 0.1));
    }
  }
  for (const piece of [silence(0.5), interlude(), silence(0.4)]) add(piece);
  return { samples: join32(pieces), times };
}

function join32(pieces: Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** By the chapter's id, in seconds of the whole audiobook. */
function timesOf({ chapters }: Story, book: Part[]): StoryTimes {
  const times: StoryTimes = {};
  let start = 0;
  for (const part of book) {
    const chapter = chapters.find(({ title }) => title === part.title);
    if (chapter) times[chapter.id] = part.times.map((pair) => pair.map((at) => round(start + at)) as [number, number]);
    start += part.samples.length / SAMPLE_RATE;
  }
  return times;
}

const round = (seconds: number): number => Number(seconds.toFixed(3));

/** ffmpeg's metadata format; times in milliseconds. */
function ffmetadata({ facts }: Story, book: Part[]): string {
  const escape = (value: string) => value.replaceAll(/[=;#\\\n]/g, String.raw`\$&`);
  const tags = {
    title: facts.title,
    album: facts.title,
    artist: facts.author,
    album_artist: facts.author,
    composer: facts.narrator,
    genre: "Audiobook",
    date: facts.date.slice(0, 4),
    copyright: facts.rights,
    description: facts.description,
    media_type: "2",
  };
  let end = 0;
  const chapters = book.map(({ title, samples }) => {
    const start = end;
    end += (samples.length / SAMPLE_RATE) * 1000;
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(start)}\nEND=${Math.round(end)}\ntitle=${escape(title)}`;
  });
  return [
    ";FFMETADATA1",
    ...Object.entries(tags).map(([key, value]) => `${key}=${escape(value)}`),
    ...chapters,
    "",
  ].join("\n");
}

if (import.meta.main) {
  const dir = await mkdtemp(join(tmpdir(), "bookclub-audiobook-"));
  try {
    const story = await readStory();
    const book = await parts(story, dir);
    const [raw, tags, cover, out] = [
      join(dir, "book.f32"),
      join(dir, "tags.txt"),
      join(dir, "cover.jpg"),
      join(DEMO_DIR, "audiobook.m4b"),
    ];
    await Bun.write(raw, join32(book.map(({ samples }) => samples)));
    await Bun.write(tags, ffmetadata(story, book));
    await new Bun.Image(join(DEMO_DIR, "cover.jpg")).resize(600).jpeg({ quality: 72 }).write(cover);
    await $`ffmpeg -v error -y -f f32le -ar ${SAMPLE_RATE} -ac 1 -i ${raw} -i ${cover} -i ${tags} \
      -map 0:a -map 1:v -map_metadata 2 -map_chapters 2 -af loudnorm=I=-20:TP=-4:LRA=9 -ar ${SAMPLE_RATE} \
      -c:a aac -b:a ${BIT_RATE} -c:v copy -disposition:v:0 attached_pic \
      -fflags +bitexact -flags:a +bitexact -movflags +faststart -f ipod -brand ${"M4B "} ${out}`;
    await Bun.write(TIMES_PATH, `${JSON.stringify(timesOf(story, book), null, 2)}\n`);
    console.log(`${out}: ${(Bun.file(out).size / 1024).toFixed(0)} KB`);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
