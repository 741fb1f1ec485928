import type { QueryClient } from "@tanstack/react-query";

import type { SaveReason } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import { type Known, requirePlace } from "#web/api/progress.ts";
import { bookPlaceQuery, readingProgressQuery, saveReading } from "#web/api/reading.ts";
import { Listeners } from "#web/lib/listeners.ts";
import { logProblem } from "#web/lib/log.ts";
import { openPlaceSaving } from "#web/listening/saving/place-saving.ts";
import type { SyncState } from "#web/listening/saving/progress-sync.ts";
import type { SavedPlace } from "#web/listening/saving/save-queue.ts";

/** Closer positions aren't offered; a few pages, in code points. */
const SAME_PLACE = 4000;
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
  const query = readingProgressQuery(bookId);
  const listeners = new Listeners();
  const near = SAME_PLACE / Math.max(1, length);
  let state: SyncState = { failing: false, offer: null };
  let latest: Where | null = null;
  /** Turned to, not saved yet. */
  let turned: Where | null = null;
  let saved = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const { sync, ...saving } = openPlaceSaving({
    bookId,
    userId,
    kind: "reading-",
    sameWithin: near,
    call: async (body, { locator = null }, isLeaving) => {
      const { currentTime: fraction, chapter: _, ...rest } = body;
      const progress = await saveReading({ ...rest, fraction, locator }, isLeaving);
      queries.setQueryData(query.queryKey, requirePlace(progress));
      return progress;
    },
    toPlace,
    onLeave: () => leave(),
    onChange: (next) => {
      state = next;
      listeners.tell();
    },
  });

  const store = (where: Where, reason: SaveReason) => {
    // so far back only by hand: the server takes a fall to the start for a fault
    const isBack = saved - where.fraction > near;
    saved = where.fraction;
    void sync
      .save(where.fraction, isBack ? "seek" : reason, where.locator)
      .then(() => queries.invalidateQueries({ queryKey: bookPlaceQuery(bookId).queryKey, refetchType: "none" }));
  };
  const storeTurned = () => {
    clearTimeout(pause);
    if (turned) store(turned, "tick");
    turned = null;
  };
  const leave = () => {
    clearTimeout(pause);
    turned = null;
    if (latest) sync.leave(latest.fraction, latest.locator);
  };

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
      saved = fraction;
      return { fraction, locator: sync.locator() };
    },
    update: (progress: Known<ReadingProgress>) => sync.update(toPlace(progress)),
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
    subscribe: listeners.subscribe,
    end(): void {
      leave();
      saving.end();
      // the next opening asks afresh
      queries.removeQueries({ queryKey: query.queryKey });
    },
  };
}

function toPlace({ fraction, ...place }: Known<ReadingProgress>): SavedPlace {
  return { currentTime: fraction, ...place };
}
