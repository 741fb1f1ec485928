import type { Progress } from "#contract/progress.ts";

import type { PendingSave, SendResult } from "./save-queue.ts";

/** Where a browser was last in a book. Seconds. */
export type LocalPlace = { bookId: number; position: number; revision: number };

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
  bookId: number;
  store: LeftoverStore;
  send: (save: PendingSave) => Promise<SendResult>;
};

/** A left-behind save that the server refused though it is newer than the server's place. */
export type NewerLeftover = { save: PendingSave; progress: Progress };

/**
 * Sends the saves of players that ended before theirs arrived, in order. A save that arrived before
 * is recognised by the server, so a player that is still alive in another tab takes no harm.
 */
export async function deliverLeftovers({ client, bookId, store, send }: Delivery): Promise<NewerLeftover | null> {
  let newest: NewerLeftover | null = null;
  for (const [owner, queue] of await store.leftovers()) {
    if (owner === client) continue;
    for (const save of queue) {
      const result = await send(save).catch(() => ({ kind: "failed" }) as const);
      if (result.kind === "failed") return newest;
      await store.forget(owner, save.sequence);
      if (result.kind === "refused" && save.bookId === bookId && isNewer(save, result.progress))
        newest = { save, progress: result.progress };
    }
  }
  return newest;
}

function isNewer(save: PendingSave, progress: Progress): boolean {
  return progress.updatedAt === null || save.at > Date.parse(progress.updatedAt);
}
