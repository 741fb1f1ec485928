import { open } from "node:fs/promises";

import { type IAudioMetadata, parseFromTokenizer } from "music-metadata";

import type { Chapter } from "#contract/books.ts";
import { AppError } from "#server/errors.ts";

import { type AudioKind, readAudioStart } from "./audio-kind.ts";
import { cleanLine, type Found } from "./found.ts";
import { openMasked } from "./masked-file.ts";
import { readMp3Sound } from "./seek-table.ts";

/** A file with more keeps its first ones. */
const CHAPTERS_MAX = 1000;
/** Many tiny frames take 40 times their size in memory. */
const TAG_MAX_BYTES = 32 * 1024 * 1024;
const MIME_TYPES = { m4b: "audio/mp4", mp3: "audio/mpeg" } as const;

/** What every current browser plays inside MP4. */
const PLAYABLE = new Set(["mp4a", ".mp3", "Opus", "fLaC"]);
const LOCKED = new Set(["drms", "enca", "aavd", "drmi"]);
/** Chapter pictures are a video track of stills. */
const STILLS = new Set(["jpeg", "png ", "png", "mjpa", "mjpb"]);
const VIDEO_TRACK = 1;
const AUDIO_TRACK = 2;

/** Reads tags, length, chapters (QuickTime, Nero `chpl`, ID3 CHAP) and cover. @throws AppError invalid */
export async function inspectAudio(path: string, kind: AudioKind): Promise<Found> {
  const tagBytes = await assertKind(path, kind);
  const metadata = await parse(path, kind);
  if (kind === "m4b") assertPlayable(metadata);
  // for an MP3 without a length, the tag reader guesses from the first frame's bit rate
  const { seconds, seekTable } =
    kind === "mp3" ? await readMp3Sound(path, tagBytes) : { seconds: metadata.format.duration ?? 0, seekTable: null };
  if (!(seconds > 0) || !Number.isFinite(seconds)) throw invalid(kind, "it has no audio");
  const { common } = metadata;
  return {
    title: cleanLine(common.title ?? common.album),
    author: cleanLine(common.artist ?? common.albumartist),
    narrator: cleanLine(narratorOf(metadata)),
    seconds: Math.round(seconds * 1000) / 1000,
    chapters: chaptersOf(metadata, seconds),
    cover: common.picture?.[0]?.data ?? null,
    ...(seekTable && { seekTable: { ...seekTable, frame: seekTable.frame.toString("base64") } }),
  };
}

async function parse(path: string, kind: AudioKind): Promise<IAudioMetadata> {
  const file = await openMasked(path, MIME_TYPES[kind]);
  try {
    return await parseFromTokenizer(file, { includeChapters: true });
  } catch (error) {
    throw invalid(kind, "it can't be read", error);
  } finally {
    await file.close();
  }
}

async function assertKind(path: string, kind: AudioKind): Promise<number> {
  const handle = await open(path, "r");
  try {
    const start = await readAudioStart(handle);
    if (start.kind === null) throw invalid(kind, "it can't be read");
    if (start.kind !== kind)
      throw invalid(kind, kind === "mp3" ? "it's an MP4 file; name it .m4b" : "it's an MP3; name it .mp3");
    if (start.tagBytes > TAG_MAX_BYTES) throw invalid(kind, "its tag is larger than 32 MB");
    return start.tagBytes;
  } finally {
    await handle.close();
  }
}

function assertPlayable({ format }: IAudioMetadata): void {
  const codecs = (type: number) =>
    format.trackInfo.filter((track) => track.type === type).map((track) => track.codecId);
  if (codecs(VIDEO_TRACK).some((codec) => !STILLS.has(codec ?? ""))) throw invalid("m4b", "it contains a video");
  const sound = codecs(AUDIO_TRACK);
  if (sound.some((codec) => LOCKED.has(codec ?? ""))) throw invalid("m4b", "it has DRM, so members couldn't play it");
  if (sound.length === 0) throw invalid("m4b", "it has no audio");
  if (!sound.some((codec) => PLAYABLE.has(codec ?? "")))
    throw invalid("m4b", `many browsers can't play its audio (${cleanLine(sound[0])}); convert it to AAC`);
}

function narratorOf({ common, native }: IAudioMetadata): unknown {
  const tags = Object.values(native).flat();
  const named = tags.find(({ id }) => /^(?:©nrt|(?:TXXX|----:com\.apple\.iTunes):narrator)$/i.test(id));
  return named?.value ?? common.composer?.[0];
}

function chaptersOf({ format }: IAudioMetadata, seconds: number): Chapter[] {
  const chapters = (format.chapters ?? []).map(({ title, start, timeScale }) => ({
    title: cleanLine(title),
    start: Math.round((start / (timeScale || 1)) * 1000) / 1000,
  }));
  return chapters
    .filter(({ start }) => Number.isFinite(start) && start >= 0 && start < seconds)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, CHAPTERS_MAX)
    .map(({ title, start }, index) => ({ title: title || `Chapter ${index + 1}`, start }));
}

function invalid(kind: AudioKind, what: string, cause?: unknown): AppError {
  const name = kind === "m4b" ? "M4B audiobook" : "MP3";
  return new AppError("invalid", `This is not a usable ${name}: ${what}.`, { cause });
}
