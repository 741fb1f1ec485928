import type { Narrated } from "./narrated-book.ts";
import { bookOf } from "./reading-book.ts";
import { randomNumbers } from "./spoken-book.ts";

const RATE = 22_050;
/** Samples below this are silence around what is spoken. */
const LOUD = 200;
const POOL = 240;
export const SENTENCES_A_PARAGRAPH = 5;
/** Seconds of silence behind each, and how much they vary. */
const PAUSES = { sentence: 0.6, paragraph: 1.1, heading: 1.8 };
const VARIED = 0.3;
const WORDS =
  "the of and to a in that it was his he had her with as for she at on not be is him by but they from said which one all would have were their when no an out there what up them who into been could then some this so about down more back only now over very after where before little other upon hand time long never made came again went eyes face night looked thought morning nothing something evening".split(
    " ",
  );
/** A sentence that ends with "no." wouldn't end there. */
const LAST = "house room garden window letter table glass wine winter summer".split(" ");

export const whyNoSpeech = (): string | null =>
  ["espeak-ng", "ffmpeg"].flatMap((name) => (Bun.which(name) ? [] : `no ${name}`))[0] ?? null;

type Spoken = { text: string; samples: Int16Array };

/**
 * A book of random sentences and its MP3, read by espeak-ng: its times are known, and it pauses as it likes inside them.
 * @param target where the MP3 is written
 */
export async function spokenAudiobook(target: string, { chapters, hours }: { chapters: number; hours: number }) {
  const random = randomNumbers(49);
  const pool = await Promise.all(Array.from({ length: POOL }, () => speak(sentence(random))));
  const narrated: Narrated[] = [];
  const encoder = Bun.spawn(
    [...`ffmpeg -v error -y -f s16le -ar ${RATE} -ac 1 -i - -b:a 48k -compression_level 9`.split(" "), target],
    { stdin: "pipe", stdout: "ignore", stderr: "pipe" },
  );
  let samples = 0;
  const write = async (part: Int16Array) => {
    encoder.stdin.write(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    samples += part.length;
    await encoder.stdin.flush();
  };
  const pause = (kind: keyof typeof PAUSES) => {
    const varied = Math.exp(VARIED * (random() + random() - 1) * 2);
    return write(new Int16Array(Math.round(PAUSES[kind] * varied * RATE)));
  };
  await write(new Int16Array(RATE));
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    const title = `Chapter ${chapter + 1}`;
    const heading = { id: `s${chapter}xtitle`, chapter, text: title, start: samples / RATE };
    await write((await speak(`${title}.`)).samples);
    narrated.push({ ...heading, end: samples / RATE });
    await pause("heading");
    const isRead = () => samples >= ((chapter + 1) / chapters) * hours * 3600 * RATE;
    for (let at = 0; !isRead(); at += 1) {
      const spoken = pool[Math.floor(random() * pool.length)];
      if (!spoken) break;
      const start = samples / RATE;
      await write(spoken.samples);
      narrated.push({ id: `s${chapter}x${at}`, chapter, text: spoken.text, start, end: samples / RATE });
      await pause(at % SENTENCES_A_PARAGRAPH === SENTENCES_A_PARAGRAPH - 1 ? "paragraph" : "sentence");
    }
  }
  await encoder.stdin.end();
  if ((await encoder.exited) !== 0) throw new Error(await new Response(encoder.stderr).text());
  return { ebook: textOf(narrated, chapters), narrated };
}

function sentence(random: () => number): string {
  const clauses = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    Array.from({ length: 3 + Math.floor(random() ** 2 * 14) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(
      " ",
    ),
  );
  const last = LAST[Math.floor(random() * LAST.length)];
  return `${clauses.join(", ").replace(/^./, (first) => first.toUpperCase())} ${last}.`;
}

async function speak(text: string): Promise<Spoken> {
  const spoken = Bun.spawn(["espeak-ng", "-v", "en-us", "-s", "155", "--stdout", text], { stdout: "pipe" });
  const wav = await new Response(spoken.stdout).arrayBuffer();
  if ((await spoken.exited) !== 0) throw new Error("espeak-ng failed");
  const samples = new Int16Array(wav, 44);
  const isLoud = (value: number) => Math.abs(value) > LOUD;
  return { text, samples: samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1) };
}

function textOf(narrated: readonly Narrated[], chapters: number): Buffer {
  return bookOf({
    chapters: Array.from({ length: chapters }, (_, chapter) => {
      const spans = narrated
        .filter((one) => one.chapter === chapter && !one.id.endsWith("title"))
        .map(({ id, text }) => `<span id="${id}">${text}</span>`);
      const paragraphs = Array.from(
        { length: Math.ceil(spans.length / SENTENCES_A_PARAGRAPH) },
        (_one, at) => `<p>${spans.slice(at * SENTENCES_A_PARAGRAPH, (at + 1) * SENTENCES_A_PARAGRAPH).join(" ")}</p>`,
      );
      return {
        title: `Chapter ${chapter + 1}`,
        body: `<h1><span id="s${chapter}xtitle">Chapter ${chapter + 1}</span></h1>\n${paragraphs.join("\n")}`,
      };
    }),
  });
}
