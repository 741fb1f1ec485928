import { KeepError } from "./keep-error.ts";

/** Milliseconds to wait before each further try. */
const PAUSES = [1000, 4000];
/** Milliseconds for a piece: a connection that is slower than 14 KB a second has stalled. */
const PATIENCE = 5 * 60_000;

type Piece = { first: number; last: number; size: number; signal: AbortSignal };

/** The bytes from `first` to `last` of a file of `size` bytes. @throws KeepError */
export const fetchPiece = (url: string, piece: Piece): Promise<Blob> =>
  patiently(() => tryPiece(url, piece), piece.signal);

/** Tries again when the network or the club stumbles: a network that has just come back often does. @throws KeepError */
export async function patiently<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      const isPassing = error instanceof KeepError && (error.fault === "network" || error.fault === "server");
      if (!isPassing || !navigator.onLine) throw error;
    }
    await sleep(pause, signal);
  }
  return attempt();
}

async function tryPiece(url: string, { first, last, size, signal }: Piece): Promise<Blob> {
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  const timer = setTimeout(giveUp, PATIENCE);
  try {
    const answer = await fetch(url, { headers: { Range: `bytes=${first}-${last}` }, signal: attempt.signal });
    requirePiece(answer, `bytes ${first}-${last}/${size}`);
    const body = await answer.blob();
    if (body.size !== last - first + 1) throw new KeepError("network");
    return body;
  } catch (cause) {
    if (signal.aborted) throw new KeepError("given-up", { cause });
    if (cause instanceof KeepError) throw cause;
    throw new KeepError("network", { cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

function requirePiece({ status, headers }: Response, range: string): void {
  if (status === 206 && headers.get("content-range") === range) return;
  if (status === 401) throw new KeepError("session");
  throw new KeepError(status === 429 || status >= 500 ? "server" : "replaced");
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  if (signal.aborted) throw new KeepError("given-up");
}
