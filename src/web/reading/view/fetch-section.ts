import { SERVER_HEADER } from "#contract/headers.ts";
import { ApiError } from "#web/api/client.ts";
import { request, RESPONSE_TIMEOUT_MS } from "#web/api/request.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { pageUrl, textUrl } from "#web/lib/format/book-urls.ts";

/**
 * A section's URL, once it can be fetched, because a frame would show an error as text. For a damaged chapter it's the
 * URL of a page that explains it, so that pages can be turned past it. @throws like `fetchSection`
 */
export async function loadSection(bookId: number, path: string): Promise<string> {
  const url = textUrl(bookId, path);
  if (await readAll(url).catch(() => false)) return url;
  const page = pageUrl(bookId, path);
  await readAll(page);
  return page;
}

/** @throws ApiError, or TypeError or Error without a response */
export async function fetchSection(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetchWithTimeout(url, signal ? { signal } : {});
  const isXml = (response.headers.get("content-type") ?? "").startsWith("application/xhtml");
  return new DOMParser().parseFromString(await response.text(), isXml ? "application/xhtml+xml" : "text/html");
}

async function readAll(url: string): Promise<boolean> {
  const response = await fetchWithTimeout(url, {});
  await response.arrayBuffer();
  return true;
}

/** Receiving a long chapter may take long, but a page turn fails when the server doesn't respond. */
async function fetchWithTimeout(url: string, init: RequestInit): Promise<Response> {
  const response = await withTimeout(RESPONSE_TIMEOUT_MS, request("GET", url, init), "The club doesn't answer");
  const isFromServer = response.headers.has(SERVER_HEADER);
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText, isFromServer);
  // A login proxy's page isn't a chapter.
  if (!isFromServer) throw new TypeError("Another program responded");
  return response;
}
