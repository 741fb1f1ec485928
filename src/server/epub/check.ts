import { toTitle } from "#contract/invisible-characters.ts";

import { resolveHref } from "./hrefs.ts";
import { readHtml } from "./markup.ts";
import { type EpubFile, lockedError, openEpub, TEXT_MAX_BYTES } from "./open-epub.ts";
import { XML_MAX_BYTES } from "./package.ts";
import { DOCUMENTS } from "./servable.ts";
import { decodeText } from "./xml-tree.ts";
import { epubError } from "./zip-archive.ts";

const DRM_FILES = ["META-INF/license.lcpl", "META-INF/sinf.xml"];
/** These files alone don't lock a book: shops add one to free books. */
const RIGHTS_FILES = ["META-INF/rights.xml", "rights.xml"];

type Metadata = { title: string; author: string; cover: Uint8Array | null };

/** Checks an EPUB before it is stored. @throws AppError invalid */
export async function checkEpub(path: string): Promise<Metadata> {
  using epub = await openEpub(path);
  const { packageInfo, findName } = epub;
  const hasAny = (names: readonly string[]) => names.some((name) => findName(name) !== null);
  if (hasAny(DRM_FILES)) throw lockedError();
  if (packageInfo.items.length === 0) throw epubError("it lists no content");
  if (hasEncryptedPage(epub) || (hasAny(RIGHTS_FILES) && (await isFirstPageEncrypted(epub)))) throw lockedError();
  return {
    title: toTitle(packageInfo.title),
    author: toTitle(packageInfo.authors.join(", ")),
    cover: await readCover(epub).catch(() => null),
  };
}

/** An encrypted image or video is no reason to reject the text. */
function hasEncryptedPage({ packageInfo: { items, spine }, locked, findName }: EpubFile): boolean {
  const pages = new Set(spine.map(({ id }) => id));
  const texts = items.filter(({ id, type }) => pages.has(id) || DOCUMENTS.has(type));
  return texts.some(({ path }) => locked.includes(findName(path) ?? path));
}

/** Whether the first page isn't text: some shops encrypt without saying so. */
async function isFirstPageEncrypted({ packageInfo, itemsById, findName, read }: EpubFile): Promise<boolean> {
  const pages = packageInfo.spine.map(({ id }) => itemsById.get(id));
  const firstPage = pages.find((item) => item && DOCUMENTS.has(item.type) && findName(item.path) !== null);
  const name = firstPage && findName(firstPage.path);
  if (!name) return false;
  const page = await read(name, TEXT_MAX_BYTES).catch(() => null);
  return page !== null && !/^[\s\uFEFF]*</.test(decodeText(page));
}

const COVER_MAX_BYTES = 20 * 1024 * 1024;
const PAGE_NAME = /\.(?:x?html?|xml|svg)$/i;

async function readCover(epub: EpubFile): Promise<Uint8Array | null> {
  const { packageInfo, findName } = epub;
  const { covers, items, spine } = packageInfo;
  const first = epub.itemsById.get(spine[0]?.id ?? "")?.path;
  for (const coverPath of new Set([...covers, ...(first === undefined ? [] : [first])])) {
    const name = findName(coverPath);
    if (name === null) continue;
    const type = items.find(({ path }) => path === coverPath)?.type ?? "";
    const isPage = PAGE_NAME.test(name) || /html|svg/.test(type);
    const source = isPage ? await onlyImage(epub, name).catch(() => null) : name;
    const image = source === null ? null : await readImage(epub, source).catch(() => null);
    if (image && isImage(image)) return image;
  }
  return null;
}

const IMAGE_DATA_URL = /^data:image\/[\w.+-]{1,40};base64,/;

async function readImage({ read }: EpubFile, source: string): Promise<Uint8Array> {
  const [head] = IMAGE_DATA_URL.exec(source) ?? [];
  return head === undefined ? read(source, COVER_MAX_BYTES) : Buffer.from(source.slice(head.length), "base64");
}

async function onlyImage({ read, findName: find }: EpubFile, path: string): Promise<string | null> {
  const images: string[] = [];
  let shownText = "";
  readHtml(decodeText(await read(path, XML_MAX_BYTES)), {
    open: ({ name, attributes }) => {
      if (name !== "img" && name !== "image" && name !== "object") return;
      const url = attributes.find((one) => ["src", "href", "data"].includes(one.name))?.value;
      if (url === undefined) return;
      const image = IMAGE_DATA_URL.test(url) ? url : find(resolveHref({ path, find }, url)?.path ?? "");
      if (image) images.push(image);
    },
    close: () => undefined,
    text: (text) => void (shownText += text.length < 2000 ? text.trim() : "x".repeat(2000)),
  });
  const [onlyAddress, ...otherAddresses] = new Set(images);
  return onlyAddress !== undefined && otherAddresses.length === 0 && shownText.length < 600 ? onlyAddress : null;
}

function isImage(bytes: Uint8Array): boolean {
  return /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF[^]{4}WEBP|BM)/.test(Buffer.from(bytes.subarray(0, 12)).toString("latin1"));
}
