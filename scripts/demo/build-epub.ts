/**
 * Makes the demo book's EPUB from `demo/story`: the same bytes each time.
 * By hand: `bun scripts/demo/build-epub.ts out.epub`
 */
import { join } from "node:path";

import { strToU8, type ZippableFile, zipSync } from "fflate";

import { epubDocuments } from "./epub-documents.ts";
import { DEMO_DIR, readStory } from "./story.ts";

// A zip holds local time without a zone: a local date gives the same bytes wherever it is built.
const MTIME = new Date(2026, 10, 1);

/** The demo story as an EPUB 3 file. */
export async function buildEpub(): Promise<Uint8Array<ArrayBuffer>> {
  const documents = Object.entries(epubDocuments(await readStory()));
  const cover = await Bun.file(join(DEMO_DIR, "cover.jpg")).bytes();
  const entries: Record<string, ZippableFile> = {
    // Readers look for this one at a fixed place: first and not compressed.
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    ...Object.fromEntries(documents.map(([path, text]): [string, ZippableFile] => [path, strToU8(text)])),
    "OEBPS/cover.jpg": [cover, { level: 0 }],
  };
  return zipSync(entries, { level: 9, mtime: MTIME });
}

if (import.meta.main) {
  const [out] = process.argv.slice(2);
  if (out === undefined) {
    console.error("Usage: bun scripts/demo/build-epub.ts OUT.epub");
    process.exit(2);
  }
  await Bun.write(out, await buildEpub());
}
