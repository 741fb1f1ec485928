import type { Book } from "#contract/books.ts";
import { SIGNED_OUT_CHANNEL } from "#web/api/session-actions.ts";
import { openChannel } from "#web/lib/browser/channel.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import { withLock } from "#web/lib/browser/locks.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { readWithTimeout } from "#web/offline/storage-timeouts.ts";

import { canDownload, type CopyStatus, copyStatus, offlineCopyOf } from "./copy-status.ts";
import { COPY_CHANNEL, DOWNLOAD_LOCK, type OfflineCopy } from "./copy.ts";
import { type DownloadErrorCode, toDownloadError, type UserFacingErrorCode } from "./download-error.ts";
import { discardCopy, downloadCopy } from "./download.ts";

export type DownloadState =
  | { phase: "unknown" | "unavailable" }
  | { phase: "downloading"; bytes: number }
  | (CopyStatus & { code?: UserFacingErrorCode });

const RETRY_MS = 60_000;
const POLL_MS = 1000;
type Message = { kind: "changed" | "cancel" };

export type Downloader = ReturnType<typeof createDownloader>;

/** @param onEnd called when it ends while no page shows it */
export function createDownloader(book: Book, userId: number, onEnd: (state: DownloadState) => void) {
  const copy = offlineCopyOf(book, userId);
  const lifetime = new AbortController();
  const listeners = new Listeners();
  let state: DownloadState = { phase: "unknown" };
  let activeDownload: AbortController | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  const channel = openChannel(COPY_CHANNEL, (message) => {
    if ((message as Message).kind === "cancel") activeDownload?.abort();
    else void refresh();
  });
  const resume = () => "code" in state && state.code === "network" && void start({ isRetry: true });
  addEventListener("online", resume, { signal: lifetime.signal });
  // A phone that slept fires no "online" event.
  document.addEventListener("visibilitychange", () => document.hidden || resume(), { signal: lifetime.signal });
  const signOuts = openChannel(SIGNED_OUT_CHANNEL, end);

  function setState(newState: DownloadState) {
    if (lifetime.signal.aborted) return;
    state = newState;
    listeners.emit();
  }

  const broadcast = (message: Message) => lifetime.signal.aborted || channel.post(message);

  /** Polls while another tab downloads, because a closed tab sends no message. */
  async function refresh(outcome?: Outcome): Promise<void> {
    clearTimeout(pollTimer);
    if (activeDownload) return;
    try {
      if (!copy || !canDownload()) return setState({ phase: "unavailable" });
      const status = await copyStatus(copy);
      const isFollowing = status.phase === "partial" && (await isLockedElsewhere().catch(() => false));
      if (activeDownload || lifetime.signal.aborted) return;
      if (isFollowing) {
        setState({ phase: "downloading", bytes: status.bytes });
        pollTimer = setTimeout(() => void refresh(), POLL_MS);
        return;
      }
      const code = outcome ?? ("code" in state ? state.code : undefined);
      const isReported = status.phase !== "complete" && code && code !== "canceled" && code !== "deleted";
      setState(isReported ? { ...status, code } : status);
    } catch (error) {
      logProblem("Offline storage is unavailable", error);
      setState({ phase: "unavailable" });
    }
  }

  async function start({ isRetry = false } = {}): Promise<void> {
    if (activeDownload || !copy) return;
    clearTimeout(retryTimer);
    const controller = new AbortController();
    activeDownload = controller;
    setState({ phase: "downloading", bytes: state.phase === "partial" ? state.bytes : 0 });
    const outcome = await withLock(DOWNLOAD_LOCK, { ifAvailable: true }, async (hasLock) =>
      hasLock ? download(copy, controller.signal) : "locked",
    );
    activeDownload = null;
    if (outcome === "locked") return refresh();
    await refresh(outcome);
    broadcast({ kind: "changed" });
    if (lifetime.signal.aborted || outcome === "canceled") return;
    if (outcome === "network") retryTimer = setTimeout(resume, RETRY_MS);
    const hasChanged = !isRetry || outcome !== "network";
    if (hasChanged && listeners.size === 0) onEnd(state);
  }

  async function download(copyToDownload: OfflineCopy, signal: AbortSignal): Promise<Outcome> {
    let hasStarted = false;
    const onBytes = (bytes: number) => {
      setState({ phase: "downloading", bytes });
      if (!hasStarted) broadcast({ kind: "changed" });
      hasStarted = true;
    };
    try {
      // canceling must end it even if the storage never responds
      const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
      const ended = downloadCopy(book, copyToDownload, { onBytes, signal });
      await Promise.race([ended, aborted.then(() => readWithTimeout(ended))]);
      return undefined;
    } catch (error) {
      const { code } = toDownloadError(error);
      if (code !== "canceled") logProblem("The offline download failed", error);
      // Closing a page keeps the chunks; canceling deletes them.
      else if (!lifetime.signal.aborted)
        await discardCopy().catch((cause: unknown) => logProblem("Discarding failed", cause));
      return code;
    }
  }

  function end(): void {
    clearTimeout(retryTimer);
    clearTimeout(pollTimer);
    activeDownload?.abort();
    lifetime.abort();
    channel.close();
    signOuts.close();
  }

  void refresh();
  return {
    book,
    userId,
    state: () => state,
    subscribe: listeners.subscribe,
    start: () => start(),
    async cancel(): Promise<void> {
      if (activeDownload) return activeDownload.abort();
      broadcast({ kind: "cancel" });
    },
    async remove(): Promise<void> {
      await discardCopy().catch((error: unknown) => logProblem("Discarding failed", error));
      await refresh();
      broadcast({ kind: "changed" });
    },
    end,
    hasEnded: () => lifetime.signal.aborted,
  };
}

type Outcome = DownloadErrorCode | undefined;

async function isLockedElsewhere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === DOWNLOAD_LOCK);
}
