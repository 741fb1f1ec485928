import type { PendingSave, SavedPlace, SendResult } from "./save-queue.ts";

/** Where a browser was last in a book, by which player, and the number of its last save. */
export type LocalPlace = Pick<PendingSave, "bookId" | "position" | "locator" | "client" | "sequence"> & {
  revision: number;
};

/** What outlives a player: its unsent saves, and where it was. Belongs to one member. */
export type LeftoverStore = {
  /** Replaces what is kept of one player. */
  keep: (client: string, queue: readonly PendingSave[], place: LocalPlace) => Promise<void>;
  /** Every player's unsent saves. */
  leftovers: () => Promise<readonly (readonly [client: string, queue: readonly PendingSave[]])[]>;
  /** Forgets saves of a player up to a number. */
  forget: (client: string, upTo: number) => Promise<void>;
  place: (bookId: number) => Promise<LocalPlace | null>;
};

type Delivery = {
  client: string;
  /** When the delivering player began, in milliseconds since 1970: it knows of what was saved before. */
  bornAt: number;
  bookId: number;
  store: LeftoverStore;
  send: (save: PendingSave) => Promise<SendResult>;
};

/** A left-behind save that the server refused though it is newer than the server's place. */
export type NewerLeftover = { save: PendingSave; progress: SavedPlace };

export type Delivered = {
  /** False when the network failed on the way: the rest still waits. */
  complete: boolean;
  newer: NewerLeftover | null;
  /** The book's place after its last left-behind save; null when there was none, or one was refused or unknown. */
  saved: SavedPlace | null;
};

/**
 * Sends the saves of players that ended before theirs arrived, in order. A save that arrived before
 * is recognised by the server, so a player that is still alive in another tab takes no harm.
 */
export async function deliverLeftovers({ client, bornAt, bookId, store, send }: Delivery): Promise<Delivered> {
  const delivered: Delivered = { complete: true, newer: null, saved: null };
  let foreign = false;
  for (const [owner, queue] of await store.leftovers()) {
    if (owner === client) continue;
    for (const save of queue) {
      const result = await send(save).catch(() => ({ kind: "failed" }) as const);
      if (result.kind === "failed") return { ...delivered, saved: null, complete: false };
      await store.forget(owner, save.sequence);
      if (save.bookId !== bookId || result.kind === "dropped") continue;
      if (result.kind === "refused" || save.at > bornAt) foreign = true;
      if (result.kind === "refused" && isNewer(save, result.progress))
        delivered.newer = { save, progress: result.progress };
      delivered.saved = foreign ? null : result.progress;
    }
  }
  return delivered;
}

function isNewer(save: PendingSave, progress: SavedPlace): boolean {
  return progress.updatedAt === null || save.at > Date.parse(progress.updatedAt);
}
