import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { LAST_SEEN_HEADER, SERVER_HEADER } from "#contract/headers.ts";
import type { Contents } from "#contract/reading.ts";
import { notifyTabs } from "#web/lib/browser/channel.ts";
import {
  COPY_CACHE,
  COPY_CHANNEL,
  deleteCopy,
  deleteReplacedCopy,
  fileVersion,
  isSameAudioFile,
  listSentenceTimingUrls,
  listTextUrls,
  type OfflineCopy,
  readCopy,
  readPartialCopy,
  readStoredCopy,
  storeFile,
} from "#web/offline/copy/copy.ts";
import { RESPONSES_CACHE, USER_PATH } from "#web/offline/response-cache.ts";
import { findCached, readWithTimeout } from "#web/offline/storage-timeouts.ts";

import { audioFileOf, copyResponse, rangeResponse } from "./copy-response.ts";
import { addFile } from "./shell.ts";

/** Null until it was read from the cache. */
let copyState: "none" | "partial" | "complete" | null = null;

export const canHaveCopy = (): boolean => copyState !== "none";
export const hasCompleteCopy = (): boolean => copyState === "complete";

/** A storage error must not fail the page. */
export async function loadCopyState(): Promise<void> {
  try {
    copyState = (await readCopy()) ? "complete" : (await readPartialCopy()) ? "partial" : "none";
  } catch {}
}

export async function deleteStoredCopy(): Promise<void> {
  copyState = "none";
  await deleteCopy();
  notifyTabs(COPY_CHANNEL, { kind: "changed" });
}

export const audioFromCopy = (request: Request) => copyResponse(audioFileOf(request.url), request.headers.get("range"));

export async function copyOrNetwork(request: Request): Promise<Response> {
  const isCopied = isSameAudioFile(await readCopy().catch(() => null), audioFileOf(request.url));
  if (isCopied) return audioFromCopy(request);
  const cachedResponse = await findCached(request.url, COPY_CACHE);
  if (!cachedResponse) return fetch(request);
  const file = await readWithTimeout(cachedResponse.blob());
  return rangeResponse(file, request.headers.get("range"), (start, end) => file.slice(start, end + 1, file.type));
}

export async function refreshCopy(url: string, response: Response): Promise<void> {
  const { pathname } = new URL(url);
  if (pathname.endsWith("/sentences")) await refreshSentenceTimings(url, response.clone());
  if (pathname.endsWith("/contents")) await addEdition(url, response.clone());
}

let refreshing: Promise<void> | null = null;

/** The alignment may only be available, or change, after the copy was made. */
async function refreshSentenceTimings(url: string, response: Response): Promise<void> {
  const copy = await readCopy();
  if (!copy) return;
  const input = { params: { id: copy.bookId } };
  const sentencesUrl = callUrl("GET /api/books/:id/sentences", { ...input, query: { section: 0 } });
  if (new URL(url).pathname !== sentencesUrl.split("?")[0]) return;
  const cache = await caches.open(COPY_CACHE);
  const contentsUrl = callUrl("GET /api/books/:id/contents", input);
  const [oldResponse, contents] = [await cache.match(url), await cache.match(contentsUrl)];
  if (!contents || (await oldResponse?.text()) === (await response.text())) return;
  const { sections }: Contents = await contents.json();
  const refresh = async () => {
    for (const timing of await listSentenceTimingUrls(copy.bookId, sections)) await addFile(cache, timing);
  };
  refreshing ??= refresh().finally(() => (refreshing = null));
  await refreshing;
}

/** A copy of an earlier version has no edition. */
async function addEdition(url: string, response: Response): Promise<void> {
  if (!(await readCopy())) return;
  const cache = await caches.open(COPY_CACHE);
  const oldContents: Partial<Contents> | undefined = await (await cache.match(url))?.json();
  const { version }: Contents = await response.clone().json();
  if (oldContents && oldContents.edition === undefined && oldContents.version === version)
    await cache.put(url, response);
}

export async function respondFromCopy(request: Request): Promise<Response | null> {
  const copy = await findCached(request, COPY_CACHE);
  if (!copy) return null;
  // Without a time, the page would treat it as fresh.
  const lastSeen = (await findCached(USER_PATH, RESPONSES_CACHE))?.headers.get(LAST_SEEN_HEADER);
  const headers = new Headers(copy.headers);
  // Earlier versions stored it without.
  headers.set(SERVER_HEADER, "1");
  if (lastSeen) headers.set(LAST_SEEN_HEADER, lastSeen);
  return new Response(copy.body, { headers });
}

/** Tried once, because a full device would fetch it again and again. */
let triedTextVersion: string | null = null;

/** The eBook may be replaced, or added, while the audiobook stays. */
async function refetchText({ bookId }: OfflineCopy, version: string | null): Promise<void> {
  if (version === null || version === triedTextVersion || !(await readCopy())) return;
  triedTextVersion = version;
  const cache = await caches.open(COPY_CACHE);
  const contents = await cache.match(callUrl("GET /api/books/:id/contents", { params: { id: bookId } }));
  if (((await contents?.json()) as Contents | undefined)?.version === version) return;
  // The contents, which have the version, are stored last.
  for (const url of (await listTextUrls(bookId)).toReversed()) await storeFile(cache, url, null);
}

export async function deleteOldCopy(response: Response): Promise<void> {
  const book: Pick<Book, "id" | "audiobookUploadedAt" | "ebookUploadedAt"> | null = await response.json();
  const copy = await readStoredCopy();
  if (!copy) return;
  // Without audio, it stays readable until it is downloaded again with an audiobook that was added.
  const isTextOfBoth = copy.size === 0 && book?.audiobookUploadedAt != null;
  if (book?.id === copy.bookId && (isTextOfBoth || fileVersion(book) === copy.version))
    return void refetchText(copy, book.ebookUploadedAt).catch(() => undefined);
  if (book?.id === copy.bookId && fileVersion(book) !== null) await deleteReplacedCopy(copy);
  else await deleteCopy();
  copyState = "none";
  notifyTabs(COPY_CHANNEL, { kind: "changed" });
}
