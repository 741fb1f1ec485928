import { createReadStream } from "node:fs";

import type { ReceivedFile } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";

import { createConstantBitrateWriter } from "./inspect/constant-bitrate.ts";
import type { SeekTable } from "./inspect/file-metadata.ts";
import { walkChunks } from "./inspect/mp3-frames.ts";

const COPY_CHUNK_BYTES = 1024 * 1024;

export async function writeWithSeekTable(
  { disk, config }: Deps,
  path: string,
  table: SeekTable,
): Promise<ReceivedFile> {
  const { keep, skip, end = Infinity, frame, evenPace } = table;
  async function* chunks(): AsyncIterable<Uint8Array> {
    if (keep > 0) yield* createReadStream(path, { end: keep - 1 });
    yield Buffer.from(frame, "base64");
    if (evenPace) yield* constantBitrateFrames(path, keep + skip, evenPace, end);
    else yield* createReadStream(path, { start: keep + skip, end: end - 1, highWaterMark: COPY_CHUNK_BYTES });
  }
  const size = Bun.file(path).size + maxGrowthBytes(table);
  return disk.receive(chunks(), { maxBytes: Math.max(config.maxUploadBytes, size) });
}

export function maxGrowthBytes({ frame, evenPace }: SeekTable): number {
  return frame.length + Math.max(0, evenPace?.growth ?? 0);
}

type EvenPace = NonNullable<SeekTable["evenPace"]>;

/** Also yields bytes after the frames, but drops bytes between them, which aren't played. */
async function* constantBitrateFrames(
  path: string,
  from: number,
  { start, byteRate }: EvenPace,
  end: number,
): AsyncIterable<Uint8Array> {
  let frames: Buffer[] = [];
  let framesEnd = from;
  const writer = createConstantBitrateWriter(byteRate, (frame) => void frames.push(frame));
  const walk = walkChunks(path, start, (frame, at, bytes) => {
    if (at < from) return;
    writer.add(frame, bytes);
    framesEnd = at + frame.bytes;
  });
  for await (const _ of walk) {
    if (frames.length > 0) yield Buffer.concat(frames);
    frames = [];
  }
  writer.end();
  yield Buffer.concat(frames);
  if (framesEnd < end) yield* createReadStream(path, { start: framesEnd });
}
