import { open } from "node:fs/promises";

import { type IAudioMetadata, parseFromTokenizer } from "music-metadata";

import type { Chapter } from "#contract/books.ts";
import { pluralize } from "#contract/counts.ts";
import { AppError } from "#server/errors.ts";

import { type AudioKind, readAudioStart } from "./audio-kind.ts";
import { cleanLine, type FileMetadata, isPartOf } from "./file-metadata.ts";
import { readBoxes } from "./mp4-boxes.ts";
import { findUnheard, isLocked, isPlayable, refusalOf, soundWarnings } from "./mp4-sound.ts";
import { type Mp4Track, readTracks } from "./mp4-tracks.ts";
import { readMp3Sound } from "./seek-table.ts";
import { openWithoutSampleTables } from "./without-sample-tables.ts";

/** A file with more keeps its first ones. */
const CHAPTERS_MAX = 1000;
/** Many tiny frames take 40 times their size in memory. */
const TAG_MAX_BYTES = 32 * 1024 * 1024;
const MIME_TYPES = { m4b: "audio/mp4", mp3: "audio/mpeg" } as const;

/** Chapter pictures are a video track of stills. */
const STILLS = new Set(["jpeg", "png ", "png", "mjpa", "mjpb"]);
/** JPEG and PNG inside `mp4v` (ISO 14496-1): how common converters write a cover. */
const STILL_TYPES = new Set([0x6c, 0x6d]);
const COVER_MAX_BYTES = 20 * 1024 * 1024;
const DRIFT_MAX_SECONDS = 30;
const VIDEO_TRACK = 1;
const AUDIO_TRACK = 2;

/** Reads tags, length, chapters (QuickTime, Nero `chpl`, ID3 CHAP) and cover. @throws AppError invalid */
export async function inspectAudio(path: string, kind: AudioKind): Promise<FileMetadata> {
  const tagBytes = await assertKind(path, kind);
  const { metadata, lacksTables } = await parse(path, kind);
  const hasLostChapters = lacksTables && !metadata.format.chapters?.length;
  const tracks = kind === "m4b" ? await readTracks(path) : [];
  if (kind === "m4b") assertPlayable(metadata, tracks, Bun.file(path).size);
  // for an MP3 without a length, the tag reader guesses from the first frame's bit rate
  const { seconds, drift, seekTable } =
    kind === "mp3"
      ? await readMp3Sound(path, tagBytes)
      : { seconds: secondsOf(metadata, tracks), drift: 0, seekTable: null };
  const warnings = [
    ...soundWarnings(tracks),
    ...(hasLostChapters ? ["Its chapters can't be read."] : []),
    ...(drift > DRIFT_MAX_SECONDS ? [warnOfDrift(drift)] : []),
  ];
  if (!(seconds > 0) || !Number.isFinite(seconds)) throw invalid(kind, "it has no audio");
  const { common } = metadata;
  return {
    ...namesOf(metadata),
    seconds: Math.round(seconds * 1000) / 1000,
    chapters: chaptersOf(metadata, seconds),
    cover: common.picture?.[0]?.data ?? (await stillOf(path, tracks)),
    ...(warnings.length > 0 && { warnings }),
    ...(seekTable && { seekTable: { ...seekTable, frame: seekTable.frame.toString("base64") } }),
  };
}

async function parse(path: string, kind: AudioKind): Promise<{ metadata: IAudioMetadata; lacksTables: boolean }> {
  const file = await openWithoutSampleTables(path, MIME_TYPES[kind]);
  try {
    return { metadata: await parseFromTokenizer(file, { includeChapters: true }), lacksTables: file.lacksTables };
  } catch (error) {
    const isCut = kind === "m4b" && (await isCutOff(path));
    throw invalid(kind, isCut ? "it's incomplete or damaged; copy or download it again" : "it can't be read", error);
  } finally {
    await file.close();
  }
}

async function assertKind(path: string, kind: AudioKind): Promise<number> {
  const handle = await open(path, "r");
  try {
    const start = await readAudioStart(handle);
    if (start.other !== null) throw invalid(kind, `it's ${start.other}; convert it to M4B or MP3`);
    if (start.kind === null) throw invalid(kind, "it can't be read");
    if (start.kind !== kind)
      throw invalid(kind, kind === "mp3" ? "it's an MP4 file; name it .m4b" : "it's an MP3; name it .mp3");
    if (start.tagBytes > TAG_MAX_BYTES) throw invalid(kind, "its tag is larger than 32 MB");
    return start.tagBytes;
  } finally {
    await handle.close();
  }
}

/** Whether the file's parts don't fill it. */
async function isCutOff(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    return (await readBoxes(handle, 0, (await handle.stat()).size)) === null;
  } finally {
    await handle.close();
  }
}

function assertPlayable({ format }: IAudioMetadata, tracks: readonly Mp4Track[], fileBytes: number): void {
  const codecs = (type: number) =>
    format.trackInfo.filter((track) => track.type === type).map((track) => track.codecId ?? "");
  const isVideo = tracks.some((track) => track.handler === "vide" && !isStill(track));
  if (isVideo || (tracks.length === 0 && codecs(VIDEO_TRACK).length > 0)) throw invalid("m4b", "it contains a video");
  const unheard = findUnheard(tracks, fileBytes);
  if (unheard !== null) throw invalid("m4b", unheard);
  // the tag reader takes a second handler, as QuickTime writes it, for the track's own
  if (tracks.some(({ handler }) => handler === "soun")) return;
  const [first] = codecs(AUDIO_TRACK);
  if (first === undefined) throw invalid("m4b", "it has no audio");
  if (isLocked(first)) throw invalid("m4b", "it has DRM, so members couldn't play it");
  if (!isPlayable(first)) throw invalid("m4b", refusalOf(cleanLine(first)));
}

function isStill({ codec, objectType }: Mp4Track): boolean {
  return STILLS.has(codec) || (codec === "mp4v" && STILL_TYPES.has(objectType ?? 0));
}

/** The cover of a file whose only picture is a video track of one still. */
async function stillOf(path: string, tracks: readonly Mp4Track[]): Promise<Uint8Array | null> {
  const place = tracks.find((track) => track.handler === "vide" && track.samples === 1 && isStill(track))?.first;
  if (!place || place.bytes > COVER_MAX_BYTES) return null;
  return Bun.file(path)
    .slice(place.at, place.at + place.bytes)
    .bytes();
}

/** A header's 32 bits wrap after 27 hours, so the frames count. */
function secondsOf({ format }: IAudioMetadata, tracks: readonly Mp4Track[]): number {
  const told = format.duration ?? 0;
  const counted = tracks.find(({ handler }) => handler === "soun")?.seconds ?? 0;
  return counted > 0 && Math.abs(counted - told) > 1 ? counted : told;
}

/** Firefox takes one bit rate for the whole file, whatever its seek table says. */
function warnOfDrift(seconds: number): string {
  const off = pluralize(Math.ceil(seconds / 60), "minute");
  return `Its bit rate changes, so in Firefox a jump may end up to ${off} off, or be silent as long. Exact are M4B and a constant bit rate.`;
}

function namesOf(metadata: IAudioMetadata): Pick<FileMetadata, "title" | "author" | "narrator"> {
  const { title, album, artist, albumartist, composer } = metadata.common;
  const named = narratorOf(metadata);
  if (!album || !isPartOf(album, title ?? ""))
    return {
      title: cleanLine(title ?? album),
      author: cleanLine(artist ?? albumartist),
      narrator: cleanLine(named ?? composer?.[0]),
    };
  const reader = albumartist && artist !== albumartist ? artist : undefined;
  return {
    title: cleanLine(album),
    author: cleanLine(albumartist ?? artist),
    narrator: cleanLine(named ?? reader ?? composer?.[0]),
  };
}

function narratorOf({ native }: IAudioMetadata): unknown {
  const tags = Object.values(native).flat();
  const named = tags.find(({ id }) => /^(?:©nrt|(?:TXXX|----:com\.apple\.iTunes):narrator)$/i.test(id));
  return named?.value;
}

function chaptersOf({ format, native }: IAudioMetadata, seconds: number): Chapter[] {
  const chapters = (format.chapters ?? []).map(({ title, start, timeScale }) => ({
    title: cleanLine(title),
    start: Math.round((start / (timeScale || 1)) * 1000) / 1000,
  }));
  return [...chapters, ...untitledOf(native)]
    .filter(({ start }) => Number.isFinite(start) && start >= 0 && start < seconds)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, CHAPTERS_MAX)
    .map(({ title, start }, index) => ({ title: title || `Chapter ${index + 1}`, start }));
}

/** The chapters of an ID3 tag that have no title, which its reader leaves out. */
function untitledOf(native: IAudioMetadata["native"]): Chapter[] {
  const tags = Object.values(native).flat();
  return tags.flatMap(({ id, value }) => {
    if (id !== "CHAP" || typeof value !== "object" || value === null || !("info" in value && "frames" in value))
      return [];
    const { info, frames } = value;
    if (!(frames instanceof Map) || frames.get("TIT2")) return [];
    const start =
      typeof info === "object" && info !== null && "startTime" in info ? Number(info.startTime) / 1000 : NaN;
    return [{ title: "", start }];
  });
}

function invalid(kind: AudioKind, what: string, cause?: unknown): AppError {
  const name = kind === "m4b" ? "M4B audiobook" : "MP3";
  return new AppError("invalid", `This is not a usable ${name}: ${what}.`, { cause });
}
