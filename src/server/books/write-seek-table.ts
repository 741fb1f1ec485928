import { createReadStream } from "node:fs";

import type { Received } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";

import type { SeekTable } from "./inspect/found.ts";

const COPY_BYTES = 1024 * 1024;

/** Copies an MP3 and gives the copy a seek table; its sound stays as it is. @throws AppError disk-full; Error */
export async function writeWithSeekTable(
  { disk, config }: Deps,
  path: string,
  { keep, skip, frame }: SeekTable,
): Promise<Received> {
  async function* pieces(): AsyncIterable<Uint8Array> {
    if (keep > 0) yield* createReadStream(path, { end: keep - 1 });
    yield Buffer.from(frame, "base64");
    yield* createReadStream(path, { start: keep + skip, highWaterMark: COPY_BYTES });
  }
  return disk.receive(pieces(), { maxBytes: Math.max(config.maxUploadBytes, Bun.file(path).size) + frame.length });
}
