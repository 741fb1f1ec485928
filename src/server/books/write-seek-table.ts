import { createReadStream } from "node:fs";

import type { Received } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";

import { createConstantBitrateWriter } from "./inspect/constant-bitrate.ts";
import type { SeekTable } from "./inspect/file-metadata.ts";
import { walkChunks } from "./inspect/mp3-frames.ts";

const COPY_BYTES = 1024 * 1024;

/** Copies an MP3 and gives the copy a seek table; its sound stays as it is. @throws AppError disk-full; Error */
export async function writeWithSeekTable({ disk, config }: Deps, path: string, table: SeekTable): Promise<Received> {
  const { keep, skip, frame, evenPace } = table;
  async function* pieces(): AsyncIterable<Uint8Array> {
    if (keep > 0) yield* createReadStream(path, { end: keep - 1 });
    yield Buffer.from(frame, "base64");
    if (evenPace) yield* evenFrames(path, keep + skip, evenPace);
    else yield* createReadStream(path, { start: keep + skip, highWaterMark: COPY_BYTES });
  }
  const size = Bun.file(path).size + sizeGained(table);
  return disk.receive(pieces(), { maxBytes: Math.max(config.maxUploadBytes, size) });
}

/** How many bytes the copy has more, at most. */
export function sizeGained({ frame, evenPace }: SeekTable): number {
  return frame.length + Math.max(0, evenPace?.growth ?? 0);
}

type EvenPace = NonNullable<SeekTable["evenPace"]>;

/** The sound at an even pace, and what is behind it: tags, mostly. What is between the frames isn't heard and goes. */
async function* evenFrames(path: string, from: number, { start, byteRate }: EvenPace): AsyncIterable<Uint8Array> {
  let written: Buffer[] = [];
  let end = from;
  const writer = createConstantBitrateWriter(byteRate, (frame) => void written.push(frame));
  const walk = walkChunks(path, start, (frame, at, bytes) => {
    if (at < from) return;
    writer.add(frame, bytes);
    end = at + frame.bytes;
  });
  for await (const _ of walk) {
    if (written.length > 0) yield Buffer.concat(written);
    written = [];
  }
  writer.end();
  yield Buffer.concat(written);
  yield* createReadStream(path, { start: end });
}
