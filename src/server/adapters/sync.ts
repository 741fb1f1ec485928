import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Makes a file, or the names in a folder, last through a power cut. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes every name under a folder last through a power cut; the files' contents have been synced by their writers. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  await syncPath(folder);
}
