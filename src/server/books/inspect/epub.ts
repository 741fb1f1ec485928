import { AppError } from "#server/errors.ts";

import { isLocked } from "./encryption.ts";
import { readContainer, readPackage } from "./epub-package.ts";
import { type Found, tidy } from "./found.ts";
import { openArchive } from "./zip-archive.ts";

const XML_MAX_BYTES = 512 * 1024;
const COVER_MAX_BYTES = 20 * 1024 * 1024;

const LOCKS = ["META-INF/rights.xml", "META-INF/license.lcpl", "META-INF/sinf.xml"];
const LOCKED = "it has DRM, so members couldn't open it. Ask the publisher for a copy without DRM";

/** Checks an EPUB and reads its metadata; the directory alone gives zip bombs away. @throws AppError invalid */
export async function inspectEpub(path: string): Promise<Found> {
  const archive = await openArchive(path);
  try {
    await assertMimetype(archive);
    if (LOCKS.some((name) => archive.has(name))) throw invalid(LOCKED);
    const encryption = "META-INF/encryption.xml";
    if (archive.has(encryption) && isLockedSafely(await archive.read(encryption, XML_MAX_BYTES))) throw invalid(LOCKED);
    const packagePath = readContainer(await archive.read("META-INF/container.xml", XML_MAX_BYTES));
    const book = readPackage(await archive.read(packagePath, XML_MAX_BYTES), packagePath);
    const cover =
      book.cover && archive.has(book.cover) ? await archive.read(book.cover, COVER_MAX_BYTES).catch(() => null) : null;
    return { title: tidy(book.title), author: tidy(book.author), narrator: "", seconds: null, chapters: [], cover };
  } finally {
    archive.close();
  }
}

function isLockedSafely(xml: Buffer): boolean {
  try {
    return isLocked(xml);
  } catch {
    return true;
  }
}

/** OCF: the first entry, stored, without extra field, so the first bytes identify an EPUB. */
async function assertMimetype(archive: Awaited<ReturnType<typeof openArchive>>): Promise<void> {
  const { first } = archive;
  const content =
    first?.fileName === "mimetype" && first.compressionMethod === 0
      ? (await archive.read("mimetype", 100)).toString("latin1").trim()
      : "";
  if (content !== "application/epub+zip") throw invalid("its first entry isn't an EPUB's 'mimetype'");
}

/** @param what completes 'This is not a usable EPUB: …' */
export function invalid(what: string): AppError {
  return new AppError("invalid", `This is not a usable EPUB: ${what}.`);
}
