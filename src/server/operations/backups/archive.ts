import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import type { Pack } from "tar-stream";

import { observeChunks } from "#server/adapters/chunks.ts";

import { type Manifest, MANIFEST_FILE, type ManifestEntry } from "./manifest.ts";

type ArchiveEvents = { onBytes?: (bytes: number) => void; onManifest?: (manifest: Manifest) => void };

/** Streams a snapshot folder as tar. The manifest comes last, so a truncated file has none. */
export async function* createArchive(
  folder: string,
  manifest: Manifest,
  { onBytes = () => {}, onManifest = () => {} }: ArchiveEvents = {},
): AsyncIterable<Uint8Array> {
  const { pack } = await import("tar-stream");
  const tar = pack();
  const entriesAdded = addEntries(tar, folder, manifest, onBytes).then(onManifest);
  entriesAdded.catch((error: Error) => tar.destroy(error));
  yield* tar as AsyncIterable<Uint8Array>;
  await entriesAdded;
}

/** Read `content` to its end before the next entry. */
export type ArchiveEntry = { name: string; isFile: boolean; size: number; content: AsyncIterable<Uint8Array> };

/** Reads a whole tar. @throws the errors of `onEntry`, or an error if it isn't tar or is truncated */
export async function readArchive(
  source: AsyncIterable<Uint8Array>,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  const extraction = pipeline(source, tar);
  const processing = (async () => {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      const content = entry as AsyncIterable<Uint8Array>;
      await onEntry({ name, isFile: type === "file", size, content });
    }
  })();
  // rejecting an entry also breaks the stream, with another error
  const results = await Promise.allSettled([processing, extraction]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function addEntries(tar: Pack, folder: string, manifest: Manifest, onBytes: (bytes: number) => void) {
  const mtime = new Date(manifest.createdAt);
  const entries: ManifestEntry[] = [];
  const issues = [...manifest.faults];
  for (const { path, sha256: expectedHash } of manifest.entries) {
    const source = join(folder, path);
    const { size } = await stat(source);
    const hasher = new Bun.CryptoHasher("sha256");
    const onChunk = (chunk: Uint8Array) => {
      hasher.update(chunk);
      onBytes(chunk.length);
    };
    const sink = tar.entry({ name: path, size, mode: 0o600, mtime });
    const content = createReadStream(source, { highWaterMark: 1 << 18 });
    await pipeline(content, (chunks: AsyncIterable<Uint8Array>) => observeChunks(chunks, onChunk), sink);
    const sha256 = hasher.digest("hex");
    if (sha256 !== expectedHash && !issues.some((issue) => issue.path === path))
      issues.push({ path, fault: "changed" });
    entries.push({ path, size, sha256 });
  }
  const finalManifest: Manifest = { ...manifest, entries, faults: issues };
  tar.entry({ name: MANIFEST_FILE, mode: 0o600, mtime }, `${JSON.stringify(finalManifest, null, 1)}\n`);
  tar.finalize();
  return finalManifest;
}
