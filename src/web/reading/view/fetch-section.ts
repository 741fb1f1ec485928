import { REQUEST_ID } from "#contract/headers.ts";
import { ApiError } from "#web/api/client.ts";
import { request, RESPONSE_TIMEOUT_MS } from "#web/api/request.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { pageUrl, textUrl } from "#web/lib/format/book-urls.ts";

/**
 * A section's URL, once it can be fetched, because a frame would show an error as text. For a damaged chapter it's the
 * URL of a page that explains it, so that pages can be turned past it. @throws Error when it can't be loaded
 */
export async function loadSection(bookId: number, path: string): Promise<string> {
  const url = textUrl(bookId, path);
  if (await isAvailable(url).catch(() => false)) return url;
  const page = pageUrl(bookId, path);
  if (await isAvailable(page)) return page;
  throw new Error(`${path} couldn't be loaded`);
}

/** A section's parsed document. @throws ApiError, or TypeError or Error without a response */
export async function fetchSection(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetchWithTimeout(url, signal ? { signal } : {});
  if (!response.ok) throw new ApiError(response.status, "", response.statusText);
  const isXml = (response.headers.get("content-type") ?? "").startsWith("application/xhtml");
  return new DOMParser().parseFromString(await response.text(), isXml ? "application/xhtml+xml" : "text/html");
}

async function isAvailable(url: string): Promise<boolean> {
  const response = await fetchWithTimeout(url, {});
  await response.arrayBuffer();
  return response.ok;
}

/** The body of a long chapter may take long, but a page turn fails when the server doesn't respond. */
async function fetchWithTimeout(url: string, init: RequestInit): Promise<Response> {
  const response = await withTimeout(RESPONSE_TIMEOUT_MS, request("GET", url, init), "The club doesn't answer");
  // A login proxy's page isn't a chapter.
  if (!response.headers.has(REQUEST_ID)) throw new TypeError("Another program responded");
  return response;
}
