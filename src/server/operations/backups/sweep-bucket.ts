import { readdir } from "node:fs/promises";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";
import { openConfiguredBucket } from "#server/storage/media.ts";

import { backupFolder, NIGHT_PATTERN, readManifest } from "./backup-status.ts";
import { listCopies } from "./off-site.ts";

/** More than a day: no backup may name a newer file yet. */
const KEEP_MS = 36 * 60 * 60 * 1000;

/** Removes books no row and no night names; keeps all while the bucket has nights that aren't here, as after a move. */
export async function sweepBucket(deps: Deps): Promise<void> {
  const bucket = openConfiguredBucket(deps);
  if (!bucket) return;
  const folder = await backupFolder(deps);
  const nights = new Set((await readdir(folder)).filter((name) => NIGHT_PATTERN.test(name)));
  if ((await listCopies(bucket)).some(({ night }) => !nights.has(night))) return;
  const named = new Set(deps.stores.books.listPaths());
  for (const night of nights) {
    const manifest = await readManifest(join(folder, night));
    if (!manifest) return;
    for (const { path } of manifest.inBucket ?? []) named.add(path);
  }
  const before = deps.clock.now().getTime() - KEEP_MS;
  for (const { key, size, at } of await bucket.list("books/")) {
    if (named.has(key) || at.getTime() > before) continue;
    await bucket.remove(key);
    deps.log.info("book removed from the bucket", { path: key, size });
  }
}
