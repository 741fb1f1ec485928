import { resolveHref } from "./addresses.ts";
import { readHtml } from "./markup.ts";
import type { FindName } from "./names.ts";
import { type EpubPackage, XML_MAX_BYTES } from "./package.ts";
import { decodeText } from "./xml-tree.ts";
import type { openArchive } from "./zip-archive.ts";

const COVER_MAX_BYTES = 20 * 1024 * 1024;
const PAGE = /\.(?:x?html?|xml|svg)$/i;

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** The book's cover, unchecked; null when nothing looks like one. A page or drawing with one picture stands for it. */
export async function readCover(
  archive: Archive,
  { covers, items, spine }: EpubPackage,
  findName: FindName,
): Promise<Uint8Array | null> {
  const first = items.find(({ id }) => id === spine[0]?.id)?.path;
  for (const written of new Set([...covers, ...(first === undefined ? [] : [first])])) {
    const named = findName(written);
    if (named === null) continue;
    const type = items.find(({ path }) => path === written)?.type ?? "";
    const isPage = PAGE.test(named) || /html|svg/.test(type);
    const source = isPage ? await onlyPicture(archive, named, findName).catch(() => null) : named;
    const picture = source === null ? null : await read(archive, source).catch(() => null);
    if (picture && isPicture(picture)) return picture;
  }
  return null;
}

const INLINE = /^data:image\/[\w.+-]{1,40};base64,/;

async function read(archive: Archive, source: string): Promise<Uint8Array> {
  const [head] = INLINE.exec(source) ?? [];
  return head === undefined ? archive.read(source, COVER_MAX_BYTES) : Buffer.from(source.slice(head.length), "base64");
}

/** The name of the one picture on a page, or the picture itself as `data:`. */
async function onlyPicture(archive: Archive, path: string, find: FindName): Promise<string | null> {
  const pictures: string[] = [];
  let words = "";
  readHtml(decodeText(await archive.read(path, XML_MAX_BYTES)), {
    open: ({ name, attributes }) => {
      if (name !== "img" && name !== "image" && name !== "object") return;
      const address = attributes.find((one) => ["src", "href", "data"].includes(one.name))?.value;
      if (address === undefined) return;
      const picture = INLINE.test(address) ? address : find(resolveHref({ path, find }, address)?.path ?? "");
      if (picture) pictures.push(picture);
    },
    close: () => undefined,
    text: (text) => void (words += text.length < 2000 ? text.trim() : "x".repeat(2000)),
  });
  const [only, ...others] = new Set(pictures);
  return only !== undefined && others.length === 0 && words.length < 600 ? only : null;
}

/** By its first bytes: JPEG, PNG, GIF, WebP or BMP. */
function isPicture(bytes: Uint8Array): boolean {
  return /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF[^]{4}WEBP|BM)/.test(Buffer.from(bytes.subarray(0, 12)).toString("latin1"));
}
