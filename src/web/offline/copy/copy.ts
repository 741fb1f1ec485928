import type { Book } from "#contract/books.ts";
import { callUrl, pathPattern } from "#contract/call-url.ts";
import type { Contents } from "#contract/reading.ts";
import type { SectionSentences } from "#contract/sentences.ts";
import { fileUrl, pageUrl, textUrl } from "#web/lib/format/book-urls.ts";
import { readWithTimeout, storeWithTimeout } from "#web/offline/storage-timeouts.ts";
import { isMissing, isServerResponse, requireWholeJson } from "#web/offline/worker/server-response.ts";

/** A member's offline copy of a book in Cache Storage: the audio in chunks, and the text. */
export type OfflineCopy = {
  userId: number;
  bookId: number;
  version: string;
  size: number;
  type: string;
};

export type AudioFile = Pick<OfflineCopy, "bookId" | "version">;

export const fileVersion = (book: Pick<Book, "audiobookUploadedAt" | "ebookUploadedAt">): string | null =>
  book.audiobookUploadedAt ?? book.ebookUploadedAt;

// Names of version 1.0.0: other names would lose members' downloads.
export const COPY_CACHE = "kept-sound";
export const COPY_PATH = "/kept/audiobook/";
const COMPLETE_COPY_URL = "/kept/note";
/** Written before the first chunk, so that every chunk has an owner. */
const PARTIAL_COPY_URL = "/kept/begun";
const REPLACED_COPY_URL = "/kept/replaced";

export const DOWNLOAD_LOCK = "offline-download";
export const COPY_CHANNEL = "offline-copy";
/** A seek reads one chunk, not the whole book. */
export const COPY_CHUNK_BYTES = 4 * 1024 * 1024;

/** Immutable responses; those that may change belong in `STORED_CALLS`. */
export async function listCopyUrls(book: Pick<Book, "id" | "coverImage" | "ebookFilename">): Promise<string[]> {
  const { id, coverImage, ebookFilename } = book;
  const urls = [...(coverImage ? [coverImage] : []), ...(ebookFilename ? await listTextUrls(id) : [])];
  // Its own audio is also among its files, and `Cache.addAll` rejects duplicates.
  return [...new Set(urls)];
}

export async function listTextUrls(bookId: number): Promise<string[]> {
  const url = callUrl("GET /api/books/:id/contents", { params: { id: bookId } });
  const response = await fetch(url);
  if (isMissing(response)) return [];
  if (!response.ok) throw new TypeError(`${response.status} for ${url}`);
  const { sections, files }: Contents = await response.json();
  const chapters = sections.map(({ href }) => textUrl(bookId, href));
  const notices = sections.flatMap(({ href, length }) => (length === 0 ? [pageUrl(bookId, href)] : []));
  return [
    url,
    ...(await listSentenceTimingUrls(bookId, sections)),
    ...chapters,
    ...notices,
    ...files.map((href) => fileUrl(bookId, href)),
  ];
}

/** The alignment may change some minutes after an upload. */
export async function listSentenceTimingUrls(bookId: number, sections: Contents["sections"]): Promise<string[]> {
  const timeline = callUrl("GET /api/books/:id/timeline", { params: { id: bookId } });
  const urls = sections.map(({ index }) =>
    callUrl("GET /api/books/:id/sentences", { params: { id: bookId }, query: { section: index } }),
  );
  const response = urls[0] ? await fetch(urls[0]) : null;
  // The server doesn't align books.
  if (!response || isMissing(response)) return [timeline];
  if (!response.ok) throw new TypeError(`${response.status} for ${response.url}`);
  const { sound = [] }: SectionSentences = await response.json();
  return [timeline, ...urls, ...sound.map(({ href }) => fileUrl(bookId, href))];
}

export const COPY_CALLS = pathPattern(
  "GET /api/books/:id/contents",
  "GET /api/books/:id/timeline",
  "GET /api/books/:id/sentences",
  "GET /api/books/:id/text/*",
);

export function chunkRange(chunk: number, size: number): { first: number; last: number } {
  const firstByte = chunk * COPY_CHUNK_BYTES;
  return { first: firstByte, last: Math.min(firstByte + COPY_CHUNK_BYTES, size) - 1 };
}

export const countChunks = (size: number) => Math.ceil(size / COPY_CHUNK_BYTES);
export const chunkUrl = ({ bookId, version }: AudioFile, chunk: number) =>
  `${COPY_PATH}${bookId}/${chunk}?v=${encodeURIComponent(version)}`;
export const copyUrl = ({ bookId, version }: AudioFile) => `${COPY_PATH}${bookId}?v=${encodeURIComponent(version)}`;

export const isSameAudioFile = (one: AudioFile | null, other: AudioFile): boolean =>
  one?.bookId === other.bookId && one.version === other.version;

export const readCopy = () => readRecord<OfflineCopy>(COMPLETE_COPY_URL);

export const readPartialCopy = () => readRecord<OfflineCopy>(PARTIAL_COPY_URL);

export const readStoredCopy = async () => (await readCopy()) ?? (await readPartialCopy());

export async function writePartialCopy(copy: OfflineCopy): Promise<void> {
  await storeInCopy(PARTIAL_COPY_URL, jsonResponse(copy));
}

/** @throws Error if the browser's storage doesn't respond, or is full */
export const storeInCopy = (url: string, response: Response): Promise<void> =>
  storeWithTimeout(caches.open(COPY_CACHE).then((cache) => cache.put(url, response)));

export async function writeCopy(copy: OfflineCopy): Promise<void> {
  await storeInCopy(COMPLETE_COPY_URL, jsonResponse(copy));
  await deleteRecord(PARTIAL_COPY_URL);
}

export async function markPartial(copy: OfflineCopy): Promise<void> {
  await writePartialCopy(copy);
  await deleteRecord(COMPLETE_COPY_URL);
}

const deleteRecord = (url: string): Promise<boolean> =>
  storeWithTimeout(caches.open(COPY_CACHE).then((cache) => cache.delete(url)));

export async function listStoredChunks(file: OfflineCopy): Promise<Set<number>> {
  const chunks = new Set<number>();
  const storedUrls = new Set(await readWithTimeout(listStoredUrls()));
  for (let chunk = 0; chunk < countChunks(file.size); chunk++)
    if (storedUrls.has(new URL(chunkUrl(file, chunk), location.href).href)) chunks.add(chunk);
  return chunks;
}

async function listStoredUrls(): Promise<string[]> {
  // `caches.open` would create it.
  if (!(await caches.has(COPY_CACHE))) return [];
  return (await (await caches.open(COPY_CACHE)).keys()).map(({ url }) => url);
}

export function storedBytes(chunks: Set<number>, { size }: OfflineCopy): number {
  let bytes = 0;
  for (const chunk of chunks) {
    const { first, last } = chunkRange(chunk, size);
    bytes += last - first + 1;
  }
  return bytes;
}

export const deleteCopy = (): Promise<boolean> => storeWithTimeout(caches.delete(COPY_CACHE));

export async function deleteReplacedCopy({ userId, bookId }: OfflineCopy): Promise<void> {
  await deleteCopy();
  await storeInCopy(REPLACED_COPY_URL, jsonResponse({ userId, bookId }));
}

export async function wasReplaced({ userId, bookId }: Pick<OfflineCopy, "userId" | "bookId">) {
  const replacedCopy = await readRecord<Pick<OfflineCopy, "userId" | "bookId">>(REPLACED_COPY_URL);
  return replacedCopy?.userId === userId && replacedCopy.bookId === bookId;
}

/** Not `Response.json`, which Safari supports since 17. */
export function jsonResponse(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}

async function readRecord<T>(url: string): Promise<T | null> {
  const record = caches.match(url, { cacheName: COPY_CACHE });
  return readWithTimeout(record.then((found) => found?.json() ?? null));
}

export async function storeFile(cache: Cache, url: string, signal: AbortSignal | null): Promise<void> {
  // The browser may have cached a cover that an earlier version sent without the server's header.
  const response = await fetch(url, { signal, cache: "no-cache" });
  // Damaged in the EPUB, so it isn't shown online either.
  if (isMissing(response) && url.includes("/text/")) return;
  await cache.put(url, await requireOk(url, response));
}

export async function requireOk(url: string, response: Response): Promise<Response> {
  if (!response.ok || !isServerResponse(response)) throw new TypeError(`${response.status} for ${url}`);
  await requireWholeJson(response);
  return response;
}
