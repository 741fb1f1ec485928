import type { QueryClient } from "@tanstack/react-query";

import type { SaveReason } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import { ApiError } from "#web/api/client.ts";
import { conflictingPlace, type Known } from "#web/api/progress.ts";
import { placeQuery, readingProgressQuery, saveReading, saveReadingLeaving } from "#web/api/reading.ts";
import { logProblem } from "#web/lib/log.ts";
import { createBacklogStore } from "#web/listening/saving/backlog-store.ts";
import { holdName, HOPELESS, newClientName } from "#web/listening/saving/client-name.ts";
import { deviceName } from "#web/listening/saving/device-name.ts";
import { createProgressSync, type SyncState } from "#web/listening/saving/progress-sync.ts";
import { type PendingSave, type SavedPlace, type SendResult, toCall } from "#web/listening/saving/save-queue.ts";

/** Closer positions aren't offered; a few pages, in code points. */
const SAME_PLACE = 4000;
const RETRY = 15_000;
/** Milliseconds on a page before it is saved, so that no turn waits for the save of the page before. */
const PAUSE = 300;
/** The page asks for the place beside the contents; asking again would hold the first page back. */
const JUST_ASKED = 5000;

export type ReadingSync = ReturnType<typeof createReadingSync>;
export type Where = { fraction: number; locator: string | null };

/** Saves the position in a text by the rules of audio (docs/decisions/0008). */
export function createReadingSync(
  { bookId, length, userId }: { bookId: number; length: number; userId: number },
  queries: QueryClient,
) {
  const life = new AbortController();
  const now = () => Date.now();
  const client = newClientName();
  const claim = (name: string) => holdName(name, life.signal);
  void claim(client);
  const query = readingProgressQuery(bookId);
  const listeners = new Set<() => void>();
  let state: SyncState = { failing: false, offer: null };
  let latest: Where | null = null;
  /** Turned to, not saved yet. */
  let turned: Where | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function send(save: PendingSave): Promise<SendResult> {
    try {
      const progress = await saveReading(toReadingCall(save, now()));
      queries.setQueryData(query.queryKey, progress);
      return { kind: "saved", progress: toPlace(progress) };
    } catch (error) {
      const progress = conflictingPlace<ReadingProgress>(error);
      if (progress) return { kind: "refused", progress: toPlace(progress) };
      logProblem("Saving the place in the text failed", error);
      return { kind: error instanceof ApiError && HOPELESS.has(error.status) ? "dropped" : "failed" };
    }
  }

  const sync = createProgressSync({
    bookId,
    device: deviceName(navigator.userAgent, navigator.maxTouchPoints),
    client,
    claim,
    store: createBacklogStore(userId, "reading-"),
    send,
    now,
    sameWithin: SAME_PLACE / Math.max(1, length),
    onChange: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  });

  const store = (where: Where, reason: SaveReason) =>
    void sync.save(where.fraction, reason, where.locator).then(() => {
      // already sent, and nobody has read on since
      if (latest === where && !state.failing) latest = null;
      return queries.invalidateQueries({ queryKey: placeQuery(bookId).queryKey, refetchType: "none" });
    });
  const storeTurned = () => {
    clearTimeout(pause);
    if (turned) store(turned, "tick");
    turned = null;
  };

  const leave = () => {
    clearTimeout(pause);
    turned = null;
    if (!latest) return;
    const save = sync.leave(latest.fraction, latest.locator);
    if (save) void saveReadingLeaving(toReadingCall(save, now())).catch(() => undefined);
  };
  const flush = () => void sync.flush();
  addEventListener("pagehide", leave, { signal: life.signal });
  addEventListener("online", flush, { signal: life.signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : flush()), { signal: life.signal });
  const retry = setInterval(() => state.failing && flush(), RETRY);

  return {
    async start(): Promise<Where> {
      const fraction = await sync.start(async () => {
        const asked = queries.fetchQuery({
          ...query,
          staleTime: JUST_ASKED,
          ...(navigator.onLine ? {} : { retry: false }),
        });
        const progress = await asked.catch((error: unknown) => {
          logProblem("Failed to fetch the place in the text", error);
          return null;
        });
        return progress && toPlace(progress);
      });
      return { fraction, locator: sync.locator() };
    },
    hear: (progress: Known<ReadingProgress>) => sync.hear(toPlace(progress)),
    save(where: Where, reason: SaveReason): void {
      latest = where;
      if (reason === "seek") {
        // the page a jump leaves counts
        storeTurned();
        store(where, reason);
        return;
      }
      clearTimeout(pause);
      turned = where;
      pause = setTimeout(storeTurned, PAUSE);
    },
    async answer(choice: "go" | "stay"): Promise<Where> {
      const fraction = await sync.answer(choice);
      return { fraction, locator: sync.locator() };
    },
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end(): void {
      leave();
      life.abort();
      // the next opening asks afresh
      queries.removeQueries({ queryKey: query.queryKey });
      clearInterval(retry);
    },
  };
}

function toReadingCall(save: PendingSave, now: number) {
  const { currentTime: fraction, chapter: _, ...call } = toCall(save, now);
  return { ...call, fraction, locator: save.locator ?? null };
}

function toPlace({ fraction, ...place }: Known<ReadingProgress>): SavedPlace {
  return { currentTime: fraction, ...place };
}
