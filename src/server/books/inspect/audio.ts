import { open } from "node:fs/promises";

import { type IAudioMetadata, parseFromTokenizer } from "music-metadata";

import type { Chapter } from "#contract/books.ts";
import { pluralize } from "#contract/counts.ts";
import { toTitle } from "#contract/invisible-characters.ts";
import { AppError } from "#server/errors.ts";

import { type AudioKind, readAudioStart } from "./audio-kind.ts";
import { type FileMetadata, isPartTitle } from "./file-metadata.ts";
import { findPlaybackIssue, formatCodecIssue, isDrmCodec, isPlayable, listAudioWarnings } from "./mp4-audio.ts";
import { readBoxes } from "./mp4-boxes.ts";
import { type Mp4Track, readTracks } from "./mp4-tracks.ts";
import { inspectMp3Audio } from "./seek-table.ts";
import { openWithoutSampleTables } from "./without-sample-tables.ts";

const CHAPTER_COUNT_MAX = 1000;
/** Parsed ID3 frames take up to 40 times their size in memory. */
const TAG_MAX_BYTES = 32 * 1024 * 1024;
const MIME_TYPES = { m4b: "audio/mp4", mp3: "audio/mpeg" } as const;

const STILL_IMAGE_CODECS = new Set(["jpeg", "png ", "png", "mjpa", "mjpb"]);
/** JPEG and PNG inside `mp4v` (ISO 14496-1), in which common converters write a cover. */
const STILL_IMAGE_OBJECT_TYPES = new Set([0x6c, 0x6d]);
const COVER_MAX_BYTES = 20 * 1024 * 1024;
const DRIFT_WARNING_MIN_SECONDS = 30;
const MIXED_FORMAT_WARNING =
  "It changes between mono and stereo, or in its sample rate, and many browsers stop there. Convert it to M4B.";
const VIDEO_TRACK = 1;
const AUDIO_TRACK = 2;

/** Reads tags, length, chapters (QuickTime, Nero `chpl`, ID3 CHAP) and cover. @throws AppError invalid */
export async function inspectAudio(path: string, kind: AudioKind): Promise<FileMetadata> {
  const tagBytes = await assertKind(path, kind);
  const { metadata, lacksTables } = await parseMetadata(path, kind);
  const hasLostChapters = lacksTables && !metadata.format.chapters?.length;
  const tracks = kind === "m4b" ? await readTracks(path) : [];
  if (kind === "m4b") assertPlayable(metadata, tracks, Bun.file(path).size);
  // for an MP3 without a length, the tag parser guesses from the first frame's bit rate
  const { seconds, driftSeconds, isMixed, seekTable } =
    kind === "mp3"
      ? await inspectMp3Audio(path, tagBytes)
      : { seconds: measureSeconds(metadata, tracks), driftSeconds: 0, isMixed: false, seekTable: null };
  const warnings = [
    ...listAudioWarnings(tracks),
    ...(hasLostChapters ? ["Its chapters can't be read."] : []),
    ...(isMixed ? [MIXED_FORMAT_WARNING] : []),
    ...(driftSeconds > DRIFT_WARNING_MIN_SECONDS ? [formatDriftWarning(driftSeconds)] : []),
  ];
  if (!(seconds > 0) || !Number.isFinite(seconds))
    throw invalidFileError(kind, "it has no audio, or states no length; convert it again");
  const { common } = metadata;
  return {
    ...readNames(metadata),
    seconds: Math.round(seconds * 1000) / 1000,
    chapters: readChapters(metadata, seconds),
    cover: common.picture?.[0]?.data ?? (await readStillImage(path, tracks)),
    ...(warnings.length > 0 && { warnings }),
    ...(seekTable && { seekTable }),
  };
}

async function parseMetadata(
  path: string,
  kind: AudioKind,
): Promise<{ metadata: IAudioMetadata; lacksTables: boolean }> {
  const { tokenizer, lacksTables } = await openWithoutSampleTables(path, MIME_TYPES[kind]);
  try {
    return { metadata: await parseFromTokenizer(tokenizer, { includeChapters: true }), lacksTables };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isTruncated = kind === "m4b" && (await hasIncompleteBoxes(path));
    const reason = isTruncated ? "it's incomplete or damaged; copy or download it again" : "it can't be read";
    throw invalidFileError(kind, reason, error);
  }
}

async function assertKind(path: string, kind: AudioKind): Promise<number> {
  await using handle = await open(path, "r");
  const start = await readAudioStart(handle);
  if (start.otherFormat !== null) throw invalidFileError(kind, `it's ${start.otherFormat}; convert it to M4B or MP3`);
  if (start.kind === null) throw invalidFileError(kind, "it can't be read");
  if (start.kind !== kind)
    throw invalidFileError(kind, kind === "mp3" ? "it's an MP4 file; name it .m4b" : "it's an MP3; name it .mp3");
  if (start.tagBytes > TAG_MAX_BYTES) throw invalidFileError(kind, "its tag is larger than 32 MB");
  return start.tagBytes;
}

async function hasIncompleteBoxes(path: string): Promise<boolean> {
  await using handle = await open(path, "r");
  return (await readBoxes(handle, 0, (await handle.stat()).size)) === null;
}

function assertPlayable({ format }: IAudioMetadata, tracks: readonly Mp4Track[], fileBytes: number): void {
  const listCodecs = (type: number) =>
    format.trackInfo.filter((track) => track.type === type).map((track) => track.codecId ?? "");
  const isVideo = tracks.some((track) => track.handler === "vide" && !isImage(track));
  if (isVideo || (tracks.length === 0 && listCodecs(VIDEO_TRACK).length > 0))
    throw invalidFileError("m4b", "it contains a video");
  const issue = findPlaybackIssue(tracks, fileBytes);
  if (issue !== null) throw invalidFileError("m4b", issue);
  // the tag parser takes a second handler, which QuickTime writes, for the track's own
  if (tracks.some(({ handler }) => handler === "soun")) return;
  const [first] = listCodecs(AUDIO_TRACK);
  if (first === undefined) throw invalidFileError("m4b", "it has no audio");
  if (isDrmCodec(first)) throw invalidFileError("m4b", "it has DRM, so members couldn't play it");
  if (!isPlayable(first)) throw invalidFileError("m4b", formatCodecIssue(toTitle(first)));
}

function isImage({ codec, objectType }: Mp4Track): boolean {
  return STILL_IMAGE_CODECS.has(codec) || (codec === "mp4v" && STILL_IMAGE_OBJECT_TYPES.has(objectType ?? 0));
}

async function readStillImage(path: string, tracks: readonly Mp4Track[]): Promise<Uint8Array | null> {
  const firstSample = tracks.find((track) => track.handler === "vide" && track.samples === 1 && isImage(track))?.first;
  if (!firstSample || firstSample.bytes > COVER_MAX_BYTES) return null;
  return Bun.file(path)
    .slice(firstSample.at, firstSample.at + firstSample.bytes)
    .bytes();
}

/** The 32 bits of a header overflow after 27 hours, so the frames are counted. */
function measureSeconds({ format }: IAudioMetadata, tracks: readonly Mp4Track[]): number {
  const headerSeconds = format.duration ?? 0;
  const countedSeconds = tracks.find(({ handler }) => handler === "soun")?.seconds ?? 0;
  return countedSeconds > 0 && Math.abs(countedSeconds - headerSeconds) > 1 ? countedSeconds : headerSeconds;
}

/** Firefox assumes one bit rate for the whole file, whatever its seek table says. */
function formatDriftWarning(seconds: number): string {
  const minutes = pluralize(Math.ceil(seconds / 60), "minute");
  return `Its bit rate changes, so in Firefox a jump may end up to ${minutes} off, or be silent as long. Exact are M4B and a constant bit rate.`;
}

function readNames(metadata: IAudioMetadata): Pick<FileMetadata, "title" | "author" | "narrator"> {
  const { title, album, artist, albumartist, composer } = metadata.common;
  const narrator = findNarrator(metadata);
  if (!album || !isPartTitle(album, title ?? ""))
    return {
      title: cleanTag(title ?? album),
      author: cleanTag(artist ?? albumartist),
      narrator: cleanTag(narrator ?? composer?.[0]),
    };
  const reader = albumartist && artist !== albumartist ? artist : undefined;
  return {
    title: cleanTag(album),
    author: cleanTag(albumartist ?? artist),
    narrator: cleanTag(narrator ?? reader ?? composer?.[0]),
  };
}

function cleanTag(text: unknown): string {
  return typeof text === "string" ? toTitle(text) : "";
}

function findNarrator({ native }: IAudioMetadata): unknown {
  const tags = Object.values(native).flat();
  const narratorTag = tags.find(({ id }) => /^(?:©nrt|(?:TXXX|----:com\.apple\.iTunes):narrator)$/i.test(id));
  return narratorTag?.value;
}

function readChapters({ format, native }: IAudioMetadata, seconds: number): Chapter[] {
  const chapters = (format.chapters ?? []).map(({ title, start, timeScale }) => ({
    title: cleanTag(title),
    start: Math.round((start / (timeScale || 1)) * 1000) / 1000,
  }));
  return [...chapters, ...readUntitledChapters(native)]
    .filter(({ start }) => Number.isFinite(start) && start >= 0 && start < seconds)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, CHAPTER_COUNT_MAX)
    .map(({ title, start }, index) => ({ title: title || `Chapter ${index + 1}`, start }));
}

/** Chapters without a title, which the tag parser omits. */
function readUntitledChapters(native: IAudioMetadata["native"]): Chapter[] {
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

function invalidFileError(kind: AudioKind, reason: string, cause?: unknown): AppError {
  const name = kind === "m4b" ? "M4B audiobook" : "MP3";
  return new AppError("invalid", `This is not a usable ${name}: ${reason}.`, { cause });
}
