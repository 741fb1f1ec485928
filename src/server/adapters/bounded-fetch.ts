import { readUpTo } from "./chunks.ts";
import { requireNameServer } from "./dns.ts";

export type FetchErrorCode = "not-found" | "rate-limited" | "timed-out" | "unreachable";

export class ExternalServiceError extends Error {
  override name = "ExternalServiceError";
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

type FetchLimits = {
  maxBytes: number;
  timeoutMs: number;
  origins: ReadonlySet<string>;
  redirects?: { max: number; isAllowed: (url: URL) => boolean };
};

/** GETs a small document, uncompressed because Bun inflates without limit. @throws ExternalServiceError */
export async function fetchBounded(
  url: URL,
  { maxBytes, timeoutMs, origins, redirects }: FetchLimits,
): Promise<Uint8Array> {
  if (!origins.has(url.origin)) throw notListedError(url);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await followRedirects(url, signal, { timeoutMs, redirects });
    const code = findErrorCode(response);
    if (code) {
      await response.body?.cancel();
      throw new ExternalServiceError(code, new Error(`HTTP ${response.status}`));
    }
    const tooLarge = () => new ExternalServiceError("unreachable", new Error(`more than ${maxBytes} bytes`));
    return await readUpTo(response.body ?? [], maxBytes, tooLarge);
  } catch (error) {
    if (error instanceof ExternalServiceError) throw error;
    throw new ExternalServiceError(
      error instanceof Error && error.name === "TimeoutError" ? "timed-out" : "unreachable",
      error,
    );
  }
}

async function followRedirects(
  url: URL,
  signal: AbortSignal,
  { timeoutMs, redirects }: { timeoutMs: number; redirects: FetchLimits["redirects"] },
): Promise<Response> {
  const headers = { "accept-encoding": "identity", "user-agent": "bookclub (monthly book club web app)" };
  let currentUrl = url;
  for (let redirectsLeft = redirects?.max ?? 0; ; redirectsLeft--) {
    await requireNameServer(currentUrl, timeoutMs);
    const response = await fetch(currentUrl, { redirect: "manual", decompress: false, signal, headers });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null || redirectsLeft <= 0) return response;
    await response.body?.cancel();
    const next = URL.parse(location, currentUrl);
    if (!next || !redirects?.isAllowed(next)) throw notListedError(next ?? currentUrl);
    currentUrl = next;
  }
}

function notListedError(url: URL): ExternalServiceError {
  return new ExternalServiceError("unreachable", new Error(`${url.origin} is not on the list`));
}

function findErrorCode({ status, headers }: Response): FetchErrorCode | null {
  if (status === 404) return "not-found";
  // Google returns 403 when the daily quota is used up
  if (status === 429 || status === 403) return "rate-limited";
  if (status !== 200) return "unreachable";
  return (headers.get("content-encoding") ?? "identity") === "identity" ? null : "unreachable";
}
