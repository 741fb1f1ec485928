import { SERVER_HEADER } from "#contract/headers.ts";
import { anySignal } from "#web/api/client.ts";
import { isMissing } from "#web/offline/worker/server-response.ts";

import { DownloadError } from "./download-error.ts";

const RETRY_DELAYS_MS = [1000, 4000];
/** 14 KB a second. */
export const CHUNK_TIMEOUT_MS = 5 * 60_000;

type ChunkRange = { first: number; last: number; size: number; signal: AbortSignal };

export const fetchChunk = (url: string, chunk: ChunkRange): Promise<Blob> =>
  withRetries(() => fetchOnce(url, chunk), chunk.signal);

/** Retries, because the first request after a reconnect often fails. @throws DownloadError */
export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      const isTemporary = error instanceof DownloadError && (error.code === "network" || error.code === "server");
      if (!isTemporary || !navigator.onLine) throw error;
    }
    await delay(pause, signal);
  }
  return attempt();
}

async function fetchOnce(url: string, { first, last, size, signal }: ChunkRange): Promise<Blob> {
  const headers = { Range: `bytes=${first}-${last}` };
  try {
    const response = await fetch(url, { headers, signal: anySignal(signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)) });
    requireChunk(response, `bytes ${first}-${last}/${size}`);
    const body = await response.blob();
    if (body.size !== last - first + 1) throw new DownloadError("network");
    return body;
  } catch (cause) {
    if (signal.aborted) throw new DownloadError("canceled", { cause });
    if (cause instanceof DownloadError) throw cause;
    throw new DownloadError("network", { cause });
  }
}

function requireChunk(response: Response, range: string): void {
  const { status, ok, headers } = response;
  if (status === 206 && headers.get("content-range") === range) return;
  if (headers.get("content-type")?.startsWith("text/html") || isFromGate(response)) throw new DownloadError("network");
  if (status === 401) throw new DownloadError("session");
  // Otherwise a proxy or a bucket failed. The next attempt checks the version first.
  throw new DownloadError(ok || status === 416 || isMissing(response) ? "replaced" : "server");
}

/** A login proxy's text or JSON. Our server's redirect leads to its bucket. */
const isFromGate = ({ status, ok, redirected, headers }: Response): boolean =>
  !redirected && !headers.has(SERVER_HEADER) && (status === 401 || (ok && status !== 206));

async function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", resolve, { once: true });
  });
  if (signal.aborted) throw new DownloadError("canceled");
}
