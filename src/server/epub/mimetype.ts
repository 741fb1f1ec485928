import type { FindName } from "./names.ts";
import type { openArchive } from "./zip-archive.ts";

const EPUB = "application/epub+zip";
const MAX_BYTES = 100;

type Archive = Awaited<ReturnType<typeof openArchive>>;

/**
 * Whether a ZIP says that it's something else than an EPUB. OCF wants a `mimetype` first and unpacked, but programs that zip a
 * book again move it, lose it, or write another.
 */
export async function hasOtherMimetype(archive: Archive, find: FindName): Promise<boolean> {
  const name = find("mimetype");
  if (name === null) return false;
  const content = await archive.read(name, MAX_BYTES).catch(() => Buffer.alloc(0));
  return (
    content
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trim() !== EPUB
  );
}
