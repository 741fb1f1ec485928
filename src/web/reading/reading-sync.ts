import type { QueryClient } from "@tanstack/react-query";

import type { SaveReason } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import type { Known } from "#web/api/progress.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { ofText } from "#web/progress/media.ts";
import type { BookPosition } from "#web/progress/place.ts";
import { placesOf } from "#web/progress/places.ts";
import type { PlaceStatus } from "#web/progress/progress-sync.ts";

/** Closer positions aren't offered; a few pages, in code points. */
const SAME_PLACE = 4000;
/** Milliseconds on a page before it is saved, so that no turn waits for the save of the page before. */
const PAUSE = 300;
/** The page asks for the place beside the contents; asking again would hold the first page back. */
const PLACE_FRESH_MS = 5000;

export type ReadingSync = ReturnType<typeof createReadingSync>;
export type ReaderLocation = { fraction: number; locator: string | null };

/** When the reader's place is saved. */
export function createReadingSync(
  { bookId, length, edition, userId }: { bookId: number; length: number; edition?: string | null; userId: number },
  queries: QueryClient,
) {
  const query = readingProgressQuery(bookId);
  const listeners = new Listeners();
  const near = SAME_PLACE / Math.max(1, length);
  let status: PlaceStatus = { failing: false, offer: null };
  let latest: ReaderLocation | null = null;
  /** Turned to, not saved yet. */
  let turned: ReaderLocation | null = null;
  let saved = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const place = placesOf(userId, queries).open({
    medium: "text",
    bookId,
    sameWithin: near,
    findEdition: async () => edition ?? undefined,
    onLeave: () => leave(),
    onChange: (next) => {
      status = next;
      listeners.emit();
    },
  });

  const store = (where: ReaderLocation, reason: SaveReason) => {
    // so far back only by hand: the server takes a fall to the start for a fault
    const isBack = saved - where.fraction > near;
    saved = where.fraction;
    place.save(toPlace(where), isBack ? "seek" : reason);
  };
  const storeTurned = () => {
    clearTimeout(pause);
    if (turned) store(turned, "tick");
    turned = null;
  };
  const leave = () => {
    clearTimeout(pause);
    turned = null;
    if (latest) place.leave(toPlace(latest));
  };

  return {
    async start(): Promise<ReaderLocation> {
      const where = await place.start(async () => {
        const asked = queries.fetchQuery({
          ...query,
          staleTime: PLACE_FRESH_MS,
          ...(navigator.onLine ? {} : { retry: false }),
        });
        const progress = await asked.catch((error: unknown) => {
          logProblem("Failed to fetch the place in the text", error);
          return null;
        });
        return progress && ofText(progress);
      });
      saved = where.position;
      return toWhere(where);
    },
    update: (progress: Known<ReadingProgress>) => place.update(ofText(progress)),
    save(where: ReaderLocation, reason: SaveReason): void {
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
    answer: (choice: "go" | "stay"): ReaderLocation => toWhere(place.answer(choice)),
    state: () => status,
    subscribe: listeners.subscribe,
    end(): void {
      leave();
      place.end();
      // the next opening asks afresh
      queries.removeQueries({ queryKey: query.queryKey });
    },
  };
}

const toPlace = ({ fraction, locator }: ReaderLocation): BookPosition => ({ position: fraction, locator });
const toWhere = ({ position, locator }: BookPosition): ReaderLocation => ({ fraction: position, locator });

/** Repeated when switching media: matches are off by some seconds, and repeating beats skipping. */
export const SWITCH_OVERLAP_SECONDS = 30;
