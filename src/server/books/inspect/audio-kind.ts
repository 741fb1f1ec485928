import type { FileHandle } from "node:fs/promises";

export type AudioKind = "m4b" | "mp3";

const FIRST_BOXES = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]);
const HEADER_BYTES = 10;
/** Silence or junk some MP3s have before their first frame. */
const JUNK_MAX_BYTES = 64 * 1024;

type AudioStart = { kind: AudioKind | null; tagBytes: number };

/** Tells MP4 from MP3 by content, so no parser runs that the name doesn't promise. */
export async function readAudioStart(handle: FileHandle): Promise<AudioStart> {
  const bytes = Buffer.alloc(JUNK_MAX_BYTES);
  const { bytesRead } = await handle.read(bytes, 0, JUNK_MAX_BYTES, 0);
  const head = bytes.subarray(0, bytesRead);
  if (FIRST_BOXES.has(head.toString("latin1", 4, 8))) return { kind: "m4b", tagBytes: 0 };
  if (head.length > HEADER_BYTES && head.toString("latin1", 0, 3) === "ID3") {
    // 28 bits in four bytes (ID3v2.4, 3.1)
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
    return { kind: "mp3", tagBytes: HEADER_BYTES + size };
  }
  return { kind: hasFrame(head) ? "mp3" : null, tagBytes: 0 };
}

function hasFrame(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if ((next & 0xe6) === 0xe2 && (next & 0x18) !== 0x08) return true;
  }
  return false;
}
