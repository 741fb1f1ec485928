import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMp3, type Mp3Kind } from "#tests/support/create-mp3.ts";

import { createConstantBitrateWriter, planConstantBitrate } from "./constant-bitrate.ts";
import { walkMp3 } from "./mp3-frames.ts";
import { createMainDataReader } from "./mp3-main-data.ts";
import { inspectMp3Audio } from "./seek-table.ts";

const folder = mkdtempSync(join(tmpdir(), "even-pace-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function write(file: Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, file);
  return path;
}

const textOf = (bytes: Buffer) => bytes.toString("latin1");

type Read = { sounds: (string | null)[]; sides: string[]; bytes: number; seconds: number; starts: number[] };

/** The frames' audio, and their side info without the offset where the audio begins. */
async function read(path: string): Promise<Read> {
  const mainData = createMainDataReader();
  const total: Read = { sounds: [], sides: [], bytes: 0, seconds: 0, starts: [] };
  await walkMp3(path, 0, (frame, at, bytes) => {
    const sound = mainData(frame, bytes);
    const side = ((bytes[1] ?? 0) & 1) === 0 ? 6 : 4;
    total.sounds.push(sound && textOf(sound));
    total.sides.push(bytes.toString("hex", side + 2, side + 9));
    total.starts.push(at);
    total.bytes += frame.bytes;
    total.seconds += frame.seconds;
  });
  return total;
}

async function even(path: string) {
  const { bytes, seconds } = await read(path);
  const pace = await planConstantBitrate(path, 0, 0, bytes / seconds);
  if (!pace) return null;
  const chunks: Buffer[] = [];
  const writer = createConstantBitrateWriter(pace.byteRate, (frame) => void chunks.push(frame));
  await walkMp3(path, 0, (frame, _, content) => writer.add(frame, content));
  writer.end();
  return { pace, file: Buffer.concat(chunks), grown: pace.bytes / bytes };
}

async function madeEven(file: Buffer) {
  const evenFile = await even(await write(file));
  if (!evenFile) throw new Error("There is no even pace");
  return evenFile;
}

const KINDS: [string, Mp3Kind, number][] = [
  ["MPEG 1, mono", { isMpeg1: true, isMono: true }, 250],
  ["MPEG 1, stereo", { isMpeg1: true, isMono: false }, 400],
  ["MPEG 1, with checksums", { isMpeg1: true, isMono: false, hasChecksum: true }, 400],
  ["MPEG 2, mono", { isMpeg1: false, isMono: true }, 120],
  ["MPEG 2, stereo", { isMpeg1: false, isMono: false }, 200],
];
/** Loud and with peaks for a third of the time, then quieter, in one-minute waves. */
const speech = (peak: number, count = 4000) =>
  Array.from({ length: count }, (_, at) => {
    const loudness = at < count / 3 ? 1 : 0.7;
    return Math.floor(peak * loudness * (0.5 + 0.5 * Math.random()) * (at % 97 === 0 ? 1.6 : 1));
  });

describe.each(KINDS)("an uneven MP3 (%s) gets an even pace", (_, kind, most) => {
  const { file, sounds } = createMp3(speech(most), kind);

  test("and keeps each frame's audio, bit for bit", async () => {
    const evenFile = await madeEven(file);
    const [before, after] = [await read(await write(file)), await read(await write(evenFile.file))];
    expect(before.sounds).toEqual(sounds.map(textOf));
    expect(after.sounds).toEqual(sounds.map(textOf));
    expect(after.sides).toEqual(before.sides);
    expect([after.bytes, evenFile.file.length]).toEqual([evenFile.pace.bytes, evenFile.pace.bytes]);
  });

  test("whose byte shares are its time shares within a second", async () => {
    const path = await write(file);
    expect((await inspectMp3Audio(path, 0)).seekTable?.evenPace).toBeDefined();
    const { file: written, grown } = await madeEven(file);
    const { starts, seconds, bytes } = await read(await write(written));
    const errors = starts.map((at, index) => Math.abs(at / bytes - index / starts.length) * seconds);
    expect(errors.reduce((largest, next) => Math.max(largest, next), 0)).toBeLessThan(1);
    expect(grown).toBeLessThan(1.4);
  });
});

const MONO: Mp3Kind = { isMpeg1: true, isMono: true };

test("is silent where audio was lost at a cut, else unchanged", async () => {
  const { frames, sounds, backs } = createMp3(speech(250), MONO);
  const first = backs.findIndex((back) => back > 0);
  const cutFile = Buffer.concat(frames.slice(first));
  const after = await read(await write((await madeEven(cutFile)).file));
  const lost = (await read(await write(cutFile))).sounds.filter((sound) => !sound).length;
  expect(lost).toBeGreaterThan(0);
  expect(after.sounds).toHaveLength(sounds.length - first);
  expect(after.sounds.slice(0, lost).every((sound) => sound === "")).toBe(true);
  expect(after.sounds.slice(lost)).toEqual(sounds.slice(first + lost).map(textOf));
});

test("is silent in a last frame that was cut off", async () => {
  const { file, sounds } = createMp3(speech(250), MONO);
  const after = await read(await write((await madeEven(file.subarray(0, -3))).file));
  expect(after.sounds.slice(0, -1)).toEqual(sounds.slice(0, -1).map(textOf));
});

test("isn't made when the file would be twice as large", async () => {
  const createSparse = (count: number) => Array.from({ length: 3000 }, (_, at) => (at < count ? 390 : 80));
  expect(await even(await write(createMp3(createSparse(150), MONO).file))).toBeNull();
  expect((await madeEven(createMp3(createSparse(2100), MONO).file)).grown).toBeLessThan(1.4);
});

test("isn't made where the sample rate changes", async () => {
  const first = createMp3(speech(250), MONO).file;
  const second = createMp3(speech(60), { isMpeg1: false, isMono: true }).file;
  expect(await even(await write(Buffer.concat([first, second])))).toBeNull();
});
