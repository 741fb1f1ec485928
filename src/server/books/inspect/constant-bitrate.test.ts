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

type Mp3Summary = { sounds: (string | null)[]; sides: string[]; bytes: number; seconds: number; starts: number[] };

/** The frames' audio, and their side info without the offset where the audio begins. */
async function summarizeMp3(path: string): Promise<Mp3Summary> {
  const mainData = createMainDataReader();
  const summary: Mp3Summary = { sounds: [], sides: [], bytes: 0, seconds: 0, starts: [] };
  await walkMp3(path, 0, (frame, at, bytes) => {
    const sound = mainData(frame, bytes);
    const sideInfoBytes = ((bytes[1] ?? 0) & 1) === 0 ? 6 : 4;
    summary.sounds.push(sound && textOf(sound));
    summary.sides.push(bytes.toString("hex", sideInfoBytes + 2, sideInfoBytes + 9));
    summary.starts.push(at);
    summary.bytes += frame.bytes;
    summary.seconds += frame.seconds;
  });
  return summary;
}

async function evenOut(path: string) {
  const { bytes, seconds } = await summarizeMp3(path);
  const plan = await planConstantBitrate(path, 0, 0, bytes / seconds);
  if (!plan) return null;
  const chunks: Buffer[] = [];
  const writer = createConstantBitrateWriter(plan.byteRate, (frame) => void chunks.push(frame));
  await walkMp3(path, 0, (frame, _, content) => writer.add(frame, content));
  writer.end();
  return { pace: plan, file: Buffer.concat(chunks), grown: plan.bytes / bytes };
}

async function evenOutBytes(file: Buffer) {
  const evenFile = await evenOut(await write(file));
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
const createSpeech = (peak: number, count = 4000) =>
  Array.from({ length: count }, (_, at) => {
    const loudness = at < count / 3 ? 1 : 0.7;
    return Math.floor(peak * loudness * (0.5 + 0.5 * Math.random()) * (at % 97 === 0 ? 1.6 : 1));
  });

describe.each(KINDS)("an uneven MP3 (%s) gets an even pace", (_, kind, maxGrowth) => {
  const { file, sounds } = createMp3(createSpeech(maxGrowth), kind);

  test("and keeps each frame's audio, bit for bit", async () => {
    const evenFile = await evenOutBytes(file);
    const [summaryBefore, summaryAfter] = [
      await summarizeMp3(await write(file)),
      await summarizeMp3(await write(evenFile.file)),
    ];
    expect(summaryBefore.sounds).toEqual(sounds.map(textOf));
    expect(summaryAfter.sounds).toEqual(sounds.map(textOf));
    expect(summaryAfter.sides).toEqual(summaryBefore.sides);
    expect([summaryAfter.bytes, evenFile.file.length]).toEqual([evenFile.pace.bytes, evenFile.pace.bytes]);
  });

  test("whose byte shares are its time shares within a second", async () => {
    const path = await write(file);
    expect((await inspectMp3Audio(path, 0)).seekTable?.evenPace).toBeDefined();
    const { file: writtenFile, grown } = await evenOutBytes(file);
    const { starts, seconds, bytes } = await summarizeMp3(await write(writtenFile));
    const errors = starts.map((at, index) => Math.abs(at / bytes - index / starts.length) * seconds);
    expect(errors.reduce((largest, next) => Math.max(largest, next), 0)).toBeLessThan(1);
    expect(grown).toBeLessThan(1.4);
  });
});

const MONO: Mp3Kind = { isMpeg1: true, isMono: true };

test("is silent where audio was lost at a cut, else unchanged", async () => {
  const { frames, sounds, backs } = createMp3(createSpeech(250), MONO);
  const firstIndex = backs.findIndex((back) => back > 0);
  const cutFile = Buffer.concat(frames.slice(firstIndex));
  const summaryAfter = await summarizeMp3(await write((await evenOutBytes(cutFile)).file));
  const lostCount = (await summarizeMp3(await write(cutFile))).sounds.filter((sound) => !sound).length;
  expect(lostCount).toBeGreaterThan(0);
  expect(summaryAfter.sounds).toHaveLength(sounds.length - firstIndex);
  expect(summaryAfter.sounds.slice(0, lostCount).every((sound) => sound === "")).toBe(true);
  expect(summaryAfter.sounds.slice(lostCount)).toEqual(sounds.slice(firstIndex + lostCount).map(textOf));
});

test("is silent in a last frame that was cut off", async () => {
  const { file, sounds } = createMp3(createSpeech(250), MONO);
  const summaryAfter = await summarizeMp3(await write((await evenOutBytes(file.subarray(0, -3))).file));
  expect(summaryAfter.sounds.slice(0, -1)).toEqual(sounds.slice(0, -1).map(textOf));
});

test("isn't made when the file would be twice as large", async () => {
  const createSparseFrames = (count: number) => Array.from({ length: 3000 }, (_, at) => (at < count ? 390 : 80));
  expect(await evenOut(await write(createMp3(createSparseFrames(150), MONO).file))).toBeNull();
  expect((await evenOutBytes(createMp3(createSparseFrames(2100), MONO).file)).grown).toBeLessThan(1.4);
});

test("isn't made where the sample rate changes", async () => {
  const firstFile = createMp3(createSpeech(250), MONO).file;
  const secondFile = createMp3(createSpeech(60), { isMpeg1: false, isMono: true }).file;
  expect(await evenOut(await write(Buffer.concat([firstFile, secondFile])))).toBeNull();
});
