import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { inspectAudio } from "#server/books/inspect/audio.ts";
import type { Part } from "#server/epub/ebooks.ts";
import { openPart } from "#server/epub/open-part.ts";

import type { Overlay } from "./read-overlay.ts";

/** A recording of 150 psalms has a file for each. */
const FILES_MAX = 500;
/** Compression hardly shrinks audio, so a large file that grows more isn't audio. */
const INFLATION_FACTOR_MAX = 4;
const SMALL_FILE_MAX_BYTES = 32 * 1024 * 1024;
const RESERVE_BYTES = 256 * 1024 * 1024;

/** The seconds of each audio file, by its frames; the end of its last clip if it can't be read. */
export async function audioLengths(
  { sounds, segments }: Overlay,
  epubPath: string,
  { parts, draft }: { parts: ReadonlyMap<string, Part | null>; draft: string },
): Promise<number[]> {
  const lastClipEnds = sounds.map((_, sound) =>
    segments.reduce((max, one) => (one.sound === sound ? Math.max(max, one.end ?? one.start) : max), 0),
  );
  const lengths: number[] = [];
  // together they can't be larger than the EPUB, unless entries overlap
  let remainingBytes = (await stat(epubPath)).size;
  for (const [at, name] of sounds.entries()) {
    const part = at < FILES_MAX ? parts.get(name) : null;
    const isInEpub = part?.from === "epub" && part.size <= remainingBytes;
    if (isInEpub) remainingBytes -= part.size;
    const measuredSeconds =
      isInEpub && (await canUnpack(part, draft)) ? await readLength(part, epubPath, draft).catch(() => null) : null;
    lengths.push(measuredSeconds ?? lastClipEnds[at] ?? 0);
  }
  return lengths;
}

async function canUnpack({ size, unpacked }: Part, draft: string): Promise<boolean> {
  const bytes = unpacked ?? size;
  if (bytes > Math.max(SMALL_FILE_MAX_BYTES, size * INFLATION_FACTOR_MAX)) return false;
  const { bavail, bsize } = await statfs(dirname(draft));
  return bavail * bsize > bytes + RESERVE_BYTES;
}

async function readLength(part: Part, epubPath: string, draft: string): Promise<number | null> {
  try {
    await writeFile(draft, new Response(openPart(epubPath, part)).body ?? [], { mode: 0o600 });
    return (await inspectAudio(draft, /mpeg|mp3/.test(part.type) ? "mp3" : "m4b")).seconds;
  } finally {
    await rm(draft, { force: true });
  }
}
