/** By hand: `bun scripts/demo/build-epub.ts out.epub` */
import { join } from "node:path";

import { strToU8, type ZippableFile, zipSync } from "fflate";

import { epubDocuments } from "./epub-documents.ts";
import { SOUND_NAME } from "./epub-overlays.ts";
import { DEMO_DIR, readStory } from "./story.ts";

// ZIP times are local without a zone, so a local date is reproducible.
const MTIME = new Date(2026, 10, 1);

/** The demo story as an EPUB 3 with its sound, reproducible byte for byte. */
export async function buildEpub(): Promise<Uint8Array<ArrayBuffer>> {
  const documents = Object.entries(epubDocuments(await readStory()));
  const cover = await Bun.file(join(DEMO_DIR, "cover.jpg")).bytes();
  const sound = await Bun.file(join(DEMO_DIR, "audiobook.m4b")).bytes();
  const entries: Record<string, ZippableFile> = {
    // must come first and uncompressed
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    ...Object.fromEntries(documents.map(([path, text]): [string, ZippableFile] => [path, strToU8(text)])),
    "OEBPS/cover.jpg": [cover, { level: 0 }],
    [`OEBPS/${SOUND_NAME}`]: [sound, { level: 0 }],
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
