import type { FileHandle } from "node:fs/promises";

import { readAt } from "#server/adapters/file-io.ts";

import { hasAudioFrame } from "./mp3-frames.ts";

export type AudioKind = "m4b" | "mp3";

const FIRST_BOXES = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]);
const ID3_BYTES = 10;
const APE_BYTES = 32;
/** Some MP3s have a tag of each program that edited them. */
const TAGS_MAX = 8;
/** Some MP3s have silence or junk before their first frame. */
const JUNK_MAX_BYTES = 1024 * 1024;
const OTHER_FORMATS: readonly [name: string, start: RegExp][] = [
  ["an Ogg file", /^OggS/],
  ["a FLAC file", /^fLaC/],
  ["a Windows Media file", /^\x30\x26\xb2\x75/],
  ["an AAC file without a container", /^\xff[\xf0\xf1\xf8\xf9]/],
  ["a WAV file", /^RIFF[^]{4}WAVE/],
];

type AudioStart = { kind: AudioKind | null; tagBytes: number; otherFormat: string | null };

/** Detects MP4 or MP3 by content, so that only the parser for the file's extension runs. */
export async function readAudioStart(handle: FileHandle): Promise<AudioStart> {
  const tagBytes = await skipTags(handle);
  const head = await readAt(handle, tagBytes, JUNK_MAX_BYTES);
  const isMp4 = FIRST_BOXES.has(head.toString("latin1", 4, 8));
  if (isMp4) return { kind: tagBytes === 0 ? "m4b" : null, tagBytes, otherFormat: null };
  if (hasAudioFrame(head)) return { kind: "mp3", tagBytes, otherFormat: null };
  const start = head.toString("latin1", 0, 12);
  const otherFormat = OTHER_FORMATS.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
  return { kind: tagBytes > 0 && otherFormat === null ? "mp3" : null, tagBytes, otherFormat };
}

async function skipTags(handle: FileHandle): Promise<number> {
  let at = 0;
  for (let tag = 0; tag < TAGS_MAX; tag += 1) {
    const size = tagBytesAt(await readAt(handle, at, APE_BYTES));
    if (size === 0) break;
    at += size;
  }
  return at;
}

function tagBytesAt(head: Buffer): number {
  if (head.length < APE_BYTES) return 0;
  if (head.toString("latin1", 0, 8) === "APETAGEX") return APE_BYTES + head.readUInt32LE(12);
  if (head.toString("latin1", 0, 3) !== "ID3") return 0;
  // ID3v2.4, 3.1: 28 bits in four bytes
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  const footer = (head[5] ?? 0) & 0x10 ? ID3_BYTES : 0;
  return ID3_BYTES + size + footer;
}
