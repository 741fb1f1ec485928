import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Device, openDevice } from "#tests/engines/device.ts";
import { type Engine, ENGINES } from "#tests/engines/driver.ts";
import { SPEAKERS_HZ } from "#tests/engines/stage.ts";
import { fillSignIn } from "#tests/engines/walk.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

const SAMPLE_RATE_HZ = 22_050;
/** Two tones encode each second: one for the second of the minute, the other for the minute. */
const SECOND_HZ = 400;
const MINUTE_HZ = 2000;
const STEP_HZ = 20;

const whyNoTones = (): string | null => (Bun.which("ffmpeg") ? null : "no ffmpeg");

/**
 * Writes MP3s in which the tones of each second encode its time. Parts are noisy, so that a variable bit rate varies.
 * @returns the files by their kind
 */
async function writeTones(folder: string, seconds: number): Promise<Record<string, string>> {
  const rawPath = join(folder, "tones.raw");
  await Bun.write(rawPath, samples(seconds));
  const encode = (name: string, options: string, startSecond = 0, length = seconds): string => {
    const file = join(folder, `${name}.mp3`);
    const input = `-f s16le -ar ${SAMPLE_RATE_HZ} -ac 1 -ss ${startSecond} -t ${length} -i ${rawPath} -c:a libmp3lame`;
    const { exitCode, stderr } = Bun.spawnSync(`ffmpeg -v error -y ${input} ${options} ${file}`.split(" "));
    if (exitCode !== 0) throw new Error(stderr.toString());
    return file;
  };
  const rates = ["64k", "32k", "48k", "32k", "56k", "40k"];
  const length = seconds / rates.length;
  const parts = rates.map((rate, index) => encode(`part${index}`, `-b:a ${rate}`, index * length, length));
  const joinedPath = join(folder, "joined.mp3");
  await Bun.write(joinedPath, Buffer.concat(await Promise.all(parts.map((part) => Bun.file(part).bytes()))));
  return {
    "of one bit rate": encode("cbr", "-b:a 48k"),
    "of one bit rate, without a header": encode("cbr-bare", "-b:a 48k -write_xing 0 -id3v2_version 0"),
    "of many bit rates": encode("vbr", "-q:a 5"),
    "of many bit rates, without a header": encode("vbr-bare", "-q:a 5 -write_xing 0 -id3v2_version 0"),
    "joined from parts": joinedPath,
  };
}

function samples(seconds: number): Uint8Array {
  const samples = new Int16Array(SAMPLE_RATE_HZ * seconds);
  for (let second = 0; second < seconds; second += 1) {
    const lowHz = SECOND_HZ + STEP_HZ * (second % 60);
    const highHz = MINUTE_HZ + STEP_HZ * Math.floor(second / 60);
    const isNoisy = second < seconds / 18 || Math.floor(second / (seconds / 6)) === 2;
    for (let index = 0; index < SAMPLE_RATE_HZ; index += 1) {
      const angle = (2 * Math.PI * index) / SAMPLE_RATE_HZ;
      const noiseLevel = isNoisy ? 0.12 * (Math.random() * 2 - 1) : 0;
      samples[second * SAMPLE_RATE_HZ + index] =
        32_000 * (0.3 * Math.sin(lowHz * angle) + 0.3 * Math.sin(highHz * angle) + noiseLevel);
    }
  }
  return new Uint8Array(samples.buffer);
}

/** Runs in the page: adds a full-size button that opens audio, because WebKit plays none without a press. */
function offerTones(url: string, isAnalyzed: boolean): void {
  const cover = document.createElement("div");
  cover.style.cssText = "position: fixed; inset: 0; z-index: 9999; background: white";
  document.body.append(cover);
  cover.addEventListener("click", () => {
    cover.remove();
    const audio = new Audio(url);
    audio.preload = "auto";
    document.body.append(audio);
    if (!isAnalyzed) return void Object.assign(globalThis, { tones: { audio } });
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 16_384;
    analyser.smoothingTimeConstant = 0;
    context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
    void context.resume();
    Object.assign(globalThis, { tones: { audio, context, analyser } });
  });
}

/** Runs in the page. @returns the length in seconds that the browser reports, or null */
function lengthOfTones(): number | null {
  const { tones } = globalThis as unknown as { tones?: { audio: HTMLAudioElement } };
  if (tones?.audio.error) throw new Error(`It can't be played: ${tones.audio.error.message}`);
  return tones && tones.audio.readyState > 0 ? tones.audio.duration : null;
}

/** Runs in the page: plays from a position until there is sound. */
async function playAt(place: number): Promise<void> {
  const { audio } = (globalThis as unknown as { tones: { audio: HTMLAudioElement } }).tones;
  // some engines send this event only once they play
  const seeked = new Promise((resolve) => {
    audio.addEventListener("seeked", resolve, { once: true });
    setTimeout(resolve, 8000);
  });
  audio.currentTime = place;
  await seeked;
  audio.play().catch(() => undefined);
  // WebKit's clock is ahead of its audio at first
  const [startSeconds, startMs] = [audio.currentTime, performance.now()];
  const isAudible = () => audio.currentTime > startSeconds + 1 && performance.now() > startMs + 2000;
  while (!isAudible() && performance.now() < startMs + 20_000) await new Promise((resolve) => setTimeout(resolve, 30));
}

/** Runs in the page: pauses. @returns seconds between the time shown and the one played; null in silence */
function measureOffset(): number | null {
  const { audio, context, analyser } = (
    globalThis as unknown as { tones: { audio: HTMLAudioElement; context: AudioContext; analyser: AnalyserNode } }
  ).tones;
  const bins = new Float32Array(analyser.frequencyBinCount);
  const findLoudest = (fromHz: number, to: number): { hz: number; level: number } => {
    const hz = context.sampleRate / analyser.fftSize;
    let loudestBin = Math.floor(fromHz / hz);
    for (let bin = loudestBin; bin <= to / hz; bin += 1)
      if ((bins[bin] ?? 0) > (bins[loudestBin] ?? 0)) loudestBin = bin;
    return { hz: loudestBin * hz, level: bins[loudestBin] ?? Number.NEGATIVE_INFINITY };
  };
  // the analyser covers the last 0.75 seconds
  analyser.getFloatFrequencyData(bins);
  const shownSeconds = audio.currentTime - 0.35;
  audio.pause();
  const [lowTone, highTone] = [findLoudest(390, 1590), findLoudest(1990, 3200)];
  if (lowTone.level < -70 || highTone.level < -70) return null;
  return Math.round((highTone.hz - 2000) / 20) * 60 + Math.round((lowTone.hz - 400) / 20) - shownSeconds;
}

/** Runs in the page: pauses. @returns the position that was shown at a time, in milliseconds since 1970 */
function shownAt(time: number): number {
  const { audio } = (globalThis as unknown as { tones: { audio: HTMLAudioElement } }).tones;
  const shownSeconds = audio.currentTime - (Date.now() - time) / 1000;
  audio.pause();
  return shownSeconds;
}

/** @returns the second that samples encode, or null where they're silent */
function secondOf(samples: Int16Array, rate: number): number | null {
  const findLoudest = (fromHz: number, count: number): { step: number; power: number } => {
    const steps = Array.from({ length: count }, (_, step) => ({
      step,
      power: powerAt(samples, rate, fromHz + STEP_HZ * step),
    }));
    return steps.reduce((loudestStep, one) => (one.power > loudestStep.power ? one : loudestStep));
  };
  const [second, minute] = [findLoudest(SECOND_HZ, 60), findLoudest(MINUTE_HZ, 60)];
  return Math.min(second.power, minute.power) < 0.01 ? null : minute.step * 60 + second.step;
}

/** How loud one tone is, from 0 to 1 (Goertzel's algorithm). */
function powerAt(samples: Int16Array, rate: number, hz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [lastValue, valueBefore] = [0, 0];
  for (const sample of samples)
    [lastValue, valueBefore] = [sample / 32_768 + coefficient * lastValue - valueBefore, lastValue];
  return (
    (2 * Math.sqrt(Math.max(0, lastValue ** 2 + valueBefore ** 2 - coefficient * lastValue * valueBefore))) /
    samples.length
  );
}

/** Runs in the page. */
async function closeTones(): Promise<void> {
  const { audio, context } = (globalThis as unknown as { tones: { audio: HTMLAudioElement; context: AudioContext } })
    .tones;
  audio.removeAttribute("src");
  audio.load();
  audio.remove();
  await context.close();
  Object.assign(globalThis, { tones: undefined });
}

const AUDIO_SECONDS = 1800;
/** On a busy machine WebKitGTK falls silent after some sixty jumps. */
const PLACE_COUNTS: Readonly<Record<Engine, number>> = { chromium: 20, firefox: 20, webkit: 5 };
/** Seconds. */
const TOLERANCE_SECONDS = 2;

type Book = { id: number; kind: string };

let folder: string;
let club: RunningClub;
const books: Book[] = [];
const canRecord = whyNoTones() === null;

beforeAll(async () => {
  if (!canRecord) return;
  folder = mkdtempSync(join(tmpdir(), "bookclub-tones-"));
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
  const files = Object.entries(await writeTones(folder, AUDIO_SECONDS));
  for (const [index, [kind, file]] of files.entries()) {
    const args = ["--title", kind, "--author", "A", "--month", `2020-0${index + 1}`, "--audiobook", file];
    const { stdout, stderr, exitCode } = await club.run(["book", "import", ...args]);
    if (exitCode !== 0) throw new Error(stderr);
    books.push({ id: Number(stdout), kind });
  }
}, 300_000);
afterAll(async () => {
  await club?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Seconds between each shown position and the played one; null if it's silent. */
async function measureOffsets(engine: Engine): Promise<Map<string, (number | null)[]>> {
  const offsets = new Map<string, (number | null)[]>();
  const device = await openDevice(engine, club);
  try {
    await device.open("/auth");
    await fillSignIn(device, "ada", ADMIN_PASSWORD);
    await device.isAt("/");
    for (const { id, kind } of books) {
      // WebKit doesn't play a second audio element in a page that has released one
      if (device.driver.record) {
        await device.open("/");
        await device.isAt("/");
      }
      await device.evaluate(offerTones, `/api/download/audiobook/${id}`, !device.driver.record);
      await device.driver.click(200, 300);
      const length = await until(() => device.evaluate(lengthOfTones));
      expect(Math.abs((length ?? 0) - AUDIO_SECONDS), `${kind}: ${length} s`).toBeLessThan(TOLERANCE_SECONDS);
      const errors: (number | null)[] = [];
      for (let place = 0; place < PLACE_COUNTS[engine]; place += 1)
        errors.push(await recordPosition(device, ((place + 0.37) / PLACE_COUNTS[engine]) * AUDIO_SECONDS));
      if (!device.driver.record) await device.evaluate(closeTones);
      console.log(engine, kind, errors.map((error) => (error === null ? "silent" : Math.round(error))).join(" "));
      offsets.set(kind, errors);
    }
  } finally {
    await device.close();
  }
  return offsets;
}

/** WebKitGTK's analyser isn't reliable, so its speakers are recorded. */
async function recordPosition(device: Device, place: number): Promise<number | null> {
  const { record: recordSpeakers } = device.driver;
  await device.evaluate(playAt, place);
  if (!recordSpeakers) return device.evaluate(measureOffset);
  const { samples, endedAt } = await recordSpeakers();
  const shownSeconds = await device.evaluate(shownAt, endedAt);
  const heardSeconds = secondOf(samples, SPEAKERS_HZ);
  // when its tone begins, so up to a second before the middle of the recording
  return heardSeconds === null ? null : heardSeconds - (shownSeconds - samples.length / SPEAKERS_HZ / 2);
}

const engines = ENGINES.filter((engine) => findMissingEnginePart(engine) === null);

describe.skipIf(!canRecord)("plays an uploaded MP3 at the shown position", () => {
  test.each(engines)(
    "in %s",
    async (engine) => {
      const offsetsByBook = await measureOffsets(engine);
      for (const { kind } of books) {
        const offsets = (offsetsByBook.get(kind) ?? []).filter((error) => error !== null);
        expect(offsets, kind).toHaveLength(PLACE_COUNTS[engine]);
        expect(Math.max(...offsets.map(Math.abs)), kind).toBeLessThan(TOLERANCE_SECONDS);
      }
    },
    900_000,
  );
});
