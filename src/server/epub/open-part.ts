import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

import type { ByteRange } from "#contract/byte-range.ts";

import type { Bytes } from "./ebooks.ts";

/** @param path of the pack or EPUB @param range within the unpacked bytes */
export function openPart(path: string, part: Bytes, range?: ByteRange): Blob | ReadableStream<Uint8Array> {
  const { start, size, unpacked } = part;
  const { start: from, end: to } = range ?? { start: 0, end: (unpacked ?? size) - 1 };
  if (unpacked === null) return Bun.file(path).slice(start + from, start + to + 1);
  if (size === 0) return new Blob([]);
  const chunks = inflatePart(path, part, { unpacked, from, to });
  return Readable.toWeb(Readable.from(chunks)) as unknown as ReadableStream<Uint8Array>;
}

/** A decompression bomb ends at its stated size. */
async function* inflatePart(
  path: string,
  { start, size }: Bytes,
  { unpacked, from, to }: Record<"unpacked" | "from" | "to", number>,
): AsyncIterable<Uint8Array> {
  const inflateStream = createInflateRaw();
  // unlike `pipe`, closes the file when the reader stops, and ends the response when the file can't be read
  pipeline(createReadStream(path, { start, end: start + size - 1 }), inflateStream, () => {});
  let offset = 0;
  for await (const chunk of inflateStream) {
    const offsetBefore = offset;
    offset += chunk.length;
    if (offset > unpacked) throw new Error("The file is larger than the EPUB says");
    if (offset > from) yield chunk.subarray(Math.max(0, from - offsetBefore), to + 1 - offsetBefore);
    if (offset > to) return;
  }
}
