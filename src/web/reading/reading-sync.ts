import type { QueryClient } from "@tanstack/react-query";

import type { SaveReason } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import { fetchQuery } from "#web/api/fetch-query.ts";
import type { Fetched } from "#web/api/progress.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import type { BookPosition } from "#web/progress/position.ts";
import { progressSyncsOf } from "#web/progress/progress-syncs.ts";
import { toServerPosition } from "#web/progress/send-save.ts";

/** A few pages. */
const SAME_POSITION_CODE_POINTS = 4000;
/** A page is saved after this time, so that a quick turn doesn't wait for the save of the page before. */
const SAVE_DELAY_MS = 300;
/** The page fetches the position along with the contents. Fetching it again would delay the first page. */
const POSITION_STALE_MS = 5000;

export type ReadingSync = ReturnType<typeof createReadingSync>;
export type ReaderLocation = { fraction: number; locator: string | null };

export function createReadingSync(
  { bookId, length, edition, userId }: { bookId: number; length: number; edition?: string | null; userId: number },
  queries: QueryClient,
) {
  const query = readingProgressQuery(bookId);
  const tolerance = SAME_POSITION_CODE_POINTS / Math.max(1, length);
  let latestLocation: ReaderLocation | null = null;
  let unsaved: ReaderLocation | null = null;
  let savedFraction = 0;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;

  const progressSync = progressSyncsOf(userId, queries).open({
    medium: "text",
    bookId,
    tolerance,
    findEdition: async () => edition ?? undefined,
    onLeave: () => leave(),
  });

  const saveLocation = (location: ReaderLocation, reason: SaveReason) => {
    // The server rejects a large step back as an error unless the reason is a seek.
    const isBack = savedFraction - location.fraction > tolerance;
    savedFraction = location.fraction;
    progressSync.save(toBookPosition(location), isBack ? "seek" : reason);
  };
  const flushUnsaved = () => {
    clearTimeout(saveTimer);
    if (unsaved) saveLocation(unsaved, "tick");
    unsaved = null;
  };
  const leave = () => {
    clearTimeout(saveTimer);
    unsaved = null;
    if (latestLocation) progressSync.leave(toBookPosition(latestLocation));
  };

  return {
    async start(): Promise<ReaderLocation> {
      const location = await progressSync.start(async () => {
        const fetchedProgress = fetchQuery(queries, { ...query, staleTime: POSITION_STALE_MS });
        const progress = await fetchedProgress.catch((error: unknown) => {
          logProblem("Failed to fetch the position in the text", error);
          return null;
        });
        return progress && toServerPosition(progress);
      });
      savedFraction = location.position;
      return toReaderLocation(location);
    },
    update: (progress: Fetched<ReadingProgress>) => progressSync.update(toServerPosition(progress)),
    save(where: ReaderLocation, reason: SaveReason): void {
      latestLocation = where;
      if (reason === "seek") {
        // The page before a jump counts as read.
        flushUnsaved();
        saveLocation(where, reason);
        return;
      }
      clearTimeout(saveTimer);
      unsaved = where;
      saveTimer = setTimeout(flushUnsaved, SAVE_DELAY_MS);
    },
    chooseOffer: (choice: "go" | "stay"): ReaderLocation => toReaderLocation(progressSync.chooseOffer(choice)),
    status: progressSync.status,
    subscribe: progressSync.subscribe,
    end(): void {
      leave();
      progressSync.end();
      // The next opening must fetch the position again.
      queries.removeQueries({ queryKey: query.queryKey });
    },
  };
}

const toBookPosition = ({ fraction, locator }: ReaderLocation): BookPosition => ({ position: fraction, locator });
const toReaderLocation = ({ position, locator }: BookPosition): ReaderLocation => ({ fraction: position, locator });
