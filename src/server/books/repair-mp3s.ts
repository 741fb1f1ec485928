import type { BookFile } from "#db/books.ts";
import { hashFile } from "#server/adapters/file-io.ts";
import { describeError } from "#server/adapters/log.ts";
import type { ReceivedFile } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { locateFile, openConfiguredBucket } from "#server/storage/media.ts";
import { ensureFreeSpace } from "#server/storage/stored-files.ts";

import { inspectFile, installWithRow, newPath } from "./book-files.ts";
import { recordSameAudio } from "./editions/replace-edition.ts";
import type { Inspection } from "./inspect/file-metadata.ts";
import { maxGrowthBytes, writeWithSeekTable } from "./write-seek-table.ts";

/** Adds missing seek tables to MP3s, and warnings to M4Bs. The next run retries failures. Never throws. */
export async function repairMp3SeekTables(deps: Deps): Promise<void> {
  for (const { id } of deps.stores.books.listUncheckedAudio())
    try {
      await repairBook(deps, id);
    } catch (error) {
      deps.log.warn("repairing the seek table failed", { book: id, error: describeError(error) });
    }
}

async function repairBook(deps: Deps, id: number): Promise<void> {
  const { disk, stores, log } = deps;
  const file = stores.books.findFile(id, "audiobook");
  if (!file) return;
  if (!file.path.endsWith(".mp3")) return updateM4bWarnings(deps, id, file);
  const fetchedFile = await fetchFromBucket(deps, file);
  const path = fetchedFile?.path ?? disk.absolute(file.path);
  try {
    const { seekTable, warnings } = await inspectStored(deps, "mp3", path);
    if (!seekTable) return stores.books.markAudioChecked(id, file.path, warnings);
    // the repaired file gets a new hash, which would hide earlier damage
    if (!fetchedFile && (await hashFile(path)) !== file.sha256) throw new Error("Its content isn't what was uploaded");
    await ensureFreeSpace(deps, file.size + maxGrowthBytes(seekTable));
    await replaceWithRepaired(deps, id, { file, newFile: await writeWithSeekTable(deps, path, seekTable), warnings });
    log.info("seek table added", { book: id });
  } finally {
    if (fetchedFile) await disk.discard(fetchedFile);
  }
}

/** A file that is only in the bucket isn't fetched for its warnings. */
async function updateM4bWarnings(deps: Deps, id: number, { path, size }: BookFile): Promise<void> {
  const { books } = deps.stores;
  const isOnDisk = (await locateFile(deps, path, size)) === "disk";
  if (!isOnDisk) return books.markAudioChecked(id, path, books.listAudioWarnings(id));
  books.markAudioChecked(id, path, (await inspectStored(deps, "m4b", deps.disk.absolute(path))).warnings);
}

/** Null if the disk has it. @throws Error if the bucket's copy is damaged */
async function fetchFromBucket(deps: Deps, { path, size, sha256 }: BookFile): Promise<ReceivedFile | null> {
  const bucket = openConfiguredBucket(deps);
  if ((await locateFile(deps, path, size)) === "disk" || !bucket) return null;
  await ensureFreeSpace(deps, size);
  const received = await deps.disk.receive(bucket.read(path), { maxBytes: size });
  if (received.sha256 === sha256) return received;
  await deps.disk.discard(received);
  throw new Error("Its content in the bucket isn't what was uploaded");
}

async function inspectStored(deps: Deps, type: "m4b" | "mp3", path: string): Promise<InspectedAudio> {
  try {
    return await inspectFile(deps, type, path);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    // an MP3 that can't be parsed was accepted as it is
    return { warnings: type === "m4b" ? [error.message] : [] };
  }
}

type InspectedAudio = Pick<Inspection, "seekTable" | "warnings">;
type RepairedFile = { file: BookFile; newFile: ReceivedFile; warnings: readonly string[] };

async function replaceWithRepaired(deps: Deps, id: number, { file, newFile, warnings }: RepairedFile): Promise<void> {
  const { disk, stores, clock } = deps;
  const now = clock.now();
  const uploadedAt = now.toISOString();
  const { size, sha256 } = newFile;
  const path = newPath(id, "audiobook", "mp3", uploadedAt);
  try {
    await installWithRow(disk, newFile, path, () =>
      stores.transaction(() => {
        if (stores.books.replaceRepairedAudio(id, file.path, { ...file, path, size, sha256, uploadedAt }, warnings))
          return recordSameAudio(deps, id, file, { sha256 });
        throw new Error("It was replaced meanwhile");
      }),
    );
  } catch (error) {
    await disk.discard(newFile);
    throw error;
  }
  await disk.scheduleDeletion(file.path, now);
}
