import { ApiError } from "#web/api/client.ts";
import { request, RESPONSE_TIMEOUT_MS } from "#web/api/request.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { pageUrl, textUrl } from "#web/lib/format/book-text.ts";

/**
 * A section's address, once its answer is there: a frame would show an error as text, and offline nothing. For a damaged
 * chapter it's that of a page that says so, because turning pages goes on past it. @throws Error when it can't be loaded
 */
export async function loadSection(bookId: number, path: string): Promise<string> {
  const url = textUrl(bookId, path);
  if (await isLoaded(url).catch(() => false)) return url;
  const page = pageUrl(bookId, path);
  if (await isLoaded(page)) return page;
  throw new Error(`${path} couldn't be loaded`);
}

/** A section's document, without showing it. @throws ApiError; TypeError or Error without an answer */
export async function fetchSection(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await ask(url, signal ? { signal } : {});
  if (!response.ok) throw new ApiError(response.status, "", response.statusText);
  const isXml = (response.headers.get("content-type") ?? "").startsWith("application/xhtml");
  return new DOMParser().parseFromString(await response.text(), isXml ? "application/xhtml+xml" : "text/html");
}

async function isLoaded(url: string): Promise<boolean> {
  const response = await ask(url, {});
  await response.arrayBuffer();
  return response.ok;
}

/** A long chapter may take long, but pages don't turn while the club says nothing. */
const ask = (url: string, init: RequestInit): Promise<Response> =>
  withTimeout(RESPONSE_TIMEOUT_MS, request("GET", url, init), "The club doesn't answer");
