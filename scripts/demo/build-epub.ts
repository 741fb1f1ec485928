import { join } from "node:path";

import { strToU8, type ZippableFile, zipSync } from "fflate";

export const DEMO_DIR = join(import.meta.dir, "../../demo");

const SOURCES = join(DEMO_DIR, "epub");
// ZIP times have no zone, so a local date is reproducible
const MTIME = new Date(2026, 10, 1);

/** Packs the demo's story as a reproducible EPUB 3 with its audiobook. */
export async function buildEpub(): Promise<Uint8Array<ArrayBuffer>> {
  const entries: Record<string, ZippableFile> = {
    // must come first and uncompressed
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
  };
  for (const path of [...new Bun.Glob("**/*").scanSync(SOURCES)].toSorted())
    entries[path] = await Bun.file(join(SOURCES, path)).bytes();
  for (const [name, source] of Object.entries({ "cover.jpg": "cover.jpg", "audiobook.m4a": "audiobook.m4b" }))
    entries[`OEBPS/${name}`] = [await Bun.file(join(DEMO_DIR, source)).bytes(), { level: 0 }];
  return zipSync(entries, { level: 9, mtime: MTIME });
}
