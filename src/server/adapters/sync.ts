import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** fsyncs a file or folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** fsyncs every folder below; files were synced by their writers. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  await syncPath(folder);
}
