import type { BacklogStore, LocalPlace } from "./backlog.ts";
import type { PendingSave, SavedPlace } from "./save-queue.ts";

/** What closed pages left on this device; without storage (a private window), nothing. */
export function leftHere(store: BacklogStore, bookId: number) {
  const readPlace = () => store.place(bookId).catch(() => null);
  const readBacklog = () => store.backlog().catch(() => []);
  return {
    /** True when nobody else has saved since this device, whose saves may still wait. */
    isLast: async ({ revision }: SavedPlace): Promise<boolean> => (await readPlace())?.revision === revision,

    /** Forgets the saves of a closed page that arrived without its knowing. */
    async forgetArrived(progress: SavedPlace): Promise<void> {
      for (const [owner, saves] of await readBacklog()) {
        const last = saves.findLast((save) => save.bookId === bookId);
        const isThere =
          last?.position === progress.currentTime && (last.locator ?? null) === (progress.locator ?? null);
        if (last && isThere && last.device === progress.device && last.baseRevision < progress.revision)
          await store.forget(owner, last.sequence).catch(() => undefined);
      }
    },

    /** The last position with its unsent saves, unless `copy`, the server's or the offline copy's, is newer. */
    async newerThan(copy: SavedPlace | null): Promise<{ place: LocalPlace; unsent: PendingSave[] } | null> {
      const place = await readPlace();
      const waiting = await readBacklog();
      const unsent = waiting.filter(([owner]) => owner === place?.client).flatMap(([, saves]) => saves);
      return !place || (copy && isNewer(copy, place, unsent)) ? null : { place, unsent };
    },
  };
}

/** An unsent save counts by time: its revision is only what it was based on. */
function isNewer(copy: SavedPlace, place: LocalPlace, unsent: readonly PendingSave[]): boolean {
  if (copy.revision <= place.revision) return false;
  const last = unsent.at(-1);
  return last === undefined || copy.updatedAt === null || Date.parse(copy.updatedAt) > last.at;
}
