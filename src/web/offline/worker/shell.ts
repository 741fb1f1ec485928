import { type PageResponses, RESPONSES_ELEMENT, VISITOR_PART } from "#contract/first-paint.ts";
import { REQUEST_ID_HEADER, SERVER_HEADER } from "#contract/headers.ts";
import { isSessionAlive, PAGE_PATH } from "#web/offline/response-cache.ts";
import { findCached, readWithTimeout, storeWithTimeout } from "#web/offline/storage-timeouts.ts";
import { accessAlone } from "#web/offline/store-response.ts";

import { deleteMemberPage, findMemberPage } from "./member-page.ts";
import { FROM_NETWORK_PARAM, isImage, isMissing, isServerPage, requireWholeJson } from "./server-response.ts";

export const SHELL_CACHE = "shell";

/** Defined by the build. Doesn't match other paths, such as a login proxy's. */
declare const MEMBER_PATH_PATTERN: string;

const STALE_PAGE_KEY = "/outdated";

const OLDER_FILES_MAX = 200;

/** Besides paths with a dot in the name. */
const NON_PAGE_PATH = /^\/(?:api|assets|calendar|feeds|images)\/|^\/(?:metrics|up)$/;

export const isPage = (path: string): boolean =>
  !NON_PAGE_PATH.test(path) && !path.slice(path.lastIndexOf("/")).includes(".");

type OnPageResponses = (responses: PageResponses) => Promise<void>;
type OpenPageOptions = { waitUntil: (work: Promise<unknown>) => void; onPage: OnPageResponses };

/** @param waitUntil keeps the worker running */
export async function openPage(request: Request, { waitUntil, onPage }: OpenPageOptions): Promise<Response> {
  const url = new URL(request.url);
  const isMembers = new RegExp(MEMBER_PATH_PATTERN).test(url.pathname);
  if (isMembers && url.searchParams.has(FROM_NETWORK_PARAM)) return openPortal(request, url);
  const storedPage = isMembers ? await getCachedPage() : null;
  if (storedPage) {
    waitUntil(refreshPage(onPage));
    return storedPage;
  }
  try {
    const response = await fetch(request);
    waitUntil(storePage(response.clone(), onPage));
    return response;
  } catch (error) {
    const page = (await findCached(PAGE_PATH, SHELL_CACHE)) ?? (await findCached(STALE_PAGE_KEY, SHELL_CACHE));
    if (page) return page;
    throw error;
  }
}

/** Without a portal it opens the same page as before. */
async function openPortal(request: Request, url: URL): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response && !response.headers.has(SERVER_HEADER)) return response;
  url.searchParams.delete(FROM_NETWORK_PARAM);
  return Response.redirect(url.href);
}

async function getCachedPage(): Promise<Response | null> {
  const page = await findMemberPage();
  return page && isSessionAlive(page) ? page : null;
}

export async function cacheFirst(request: Request): Promise<Response> {
  const cachedResponse = await findCached(request, SHELL_CACHE);
  if (cachedResponse) return cachedResponse;
  const response = await fetchAndStore(request, SHELL_CACHE);
  // The app reloads a page whose chunks are gone.
  if (isMissing(response)) await storeWithTimeout(markPageStale()).catch(() => undefined);
  return response;
}

export async function networkFirst(request: Request, cacheName: string): Promise<Response> {
  try {
    return await fetchAndStore(request, cacheName);
  } catch (error) {
    const storedResponse = await findCached(request, cacheName);
    if (storedResponse) return storedResponse;
    throw error;
  }
}

/** Stores the page's responses, too, so that the worker can take over without the network. */
export async function storeShell(parts: readonly string[], onPage: OnPageResponses): Promise<void> {
  const page = await fetch(PAGE_PATH, { cache: "no-cache" });
  const html = page.ok ? await page.text() : "";
  if (!isWholePage(html)) return;
  await storeFiles(html, page.headers, parts);
  await onPage(readResponses(html));
}

/** Some of the older files stay for tabs that are still open. */
export async function trimShell(parts: readonly string[]): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const page = await cache.match(PAGE_PATH);
  const neededFiles = new Set([...parts, ...assetPaths((await page?.text()) ?? "")]);
  const isOlder = (path: string) => path.startsWith("/assets/") && !neededFiles.has(path);
  const olderFiles = (await cache.keys()).filter(({ url }) => isOlder(new URL(url).pathname));
  await Promise.all(olderFiles.slice(0, -OLDER_FILES_MAX).map((file) => cache.delete(file)));
}

export const refreshPage = (onPage: OnPageResponses): Promise<void> =>
  fetch(PAGE_PATH, { cache: "no-cache" }).then(
    (page) => storePage(page, onPage),
    () => undefined,
  );

async function storePage(page: Response, onPage: OnPageResponses): Promise<void> {
  const html = page.ok && isHtml(page) ? await page.text() : "";
  if (isWholePage(html)) {
    await storeFiles(html, page.headers).catch(async (error: unknown) => {
      // No space for a new version, so the next visit uses the network.
      if (error instanceof DOMException && error.name === "QuotaExceededError") await markPageStale();
    });
  }
  await onPage(readResponses(html));
}

function readResponses(html: string): PageResponses {
  const [, responses = "{}"] = RESPONSES_ELEMENT.exec(html) ?? [];
  return JSON.parse(responses);
}

/** False if a proxy truncated it, perhaps within the member's responses. */
const isWholePage = (html: string) => isServerPage(html) && html.includes("</body>");

/** The page is last, so that a stored page always has its files. */
async function storeFiles(html: string, from: Headers, parts: readonly string[] = []): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  await Promise.all([...new Set([...assetPaths(html), ...parts])].map((file) => addMissingFile(cache, file)));
  const headers = new Headers(from);
  // Without `no-store`, which disables the back/forward cache.
  for (const name of ["cache-control", "content-encoding", "content-length", "etag"]) headers.delete(name);
  await accessAlone(() => cache.put(PAGE_PATH, new Response(html.replaceAll(VISITOR_PART, ""), { headers })));
}

async function markPageStale(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const page = await cache.match(PAGE_PATH);
  await Promise.all([cache.delete(PAGE_PATH), deleteMemberPage()]);
  if (page) await cache.put(STALE_PAGE_KEY, page).catch(ignoreQuotaError);
}

/** Overwrites nothing, because WebKit crashes if another page is just reading it. */
export async function addMissingFile(cache: Cache, file: string): Promise<void> {
  if (!(await cache.match(file))) await addFile(cache, file);
}

export async function addFile(cache: Cache, file: string): Promise<void> {
  const response = await fetch(file);
  if (!isAsset(response)) throw new TypeError(`${file} isn't there`);
  await requireWholeJson(response);
  await cache.put(file, response);
}

async function fetchAndStore(request: Request, cacheName: string): Promise<Response> {
  const response = await fetch(request);
  if (!isAsset(response)) return response;
  const copy = response.clone();
  await readWithTimeout(caches.open(cacheName))
    .then((cache) => storeWithTimeout(cache.put(request, copy)))
    .catch(ignoreQuotaError);
  return response;
}

const ignoreQuotaError = () => undefined;

/** False for what another program sends, such as a captive portal. */
function isAsset(response: Response): boolean {
  const { status, headers } = response;
  // Version 1.2.0, from which the browser may have cached a file, sent only the second. So may a gate with its images.
  const isOwn = headers.has(SERVER_HEADER) || (headers.has(REQUEST_ID_HEADER) && !isImage(headers));
  return status === 200 && !isHtml(response) && isOwn;
}

const isHtml = ({ headers }: Response) => headers.get("content-type")?.startsWith("text/html") === true;

const assetPaths = (html: string) =>
  Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file = ""]) => file);
