import type { PendingSave, SavedPlace, SendResult } from "./save-queue.ts";

/** A player's last position in a book, and its last save's number. */
export type LocalPlace = Pick<PendingSave, "bookId" | "position" | "locator" | "client" | "sequence"> & {
  revision: number;
};

/** Unsent saves and last positions that outlive their player. One member's. */
export type BacklogStore = {
  keep: (client: string, queue: readonly PendingSave[], place: LocalPlace) => Promise<void>;
  backlog: () => Promise<readonly (readonly [client: string, queue: readonly PendingSave[]])[]>;
  forget: (client: string, upTo: number) => Promise<void>;
  place: (bookId: number) => Promise<LocalPlace | null>;
};

type Delivery = {
  client: string;
  /** When the delivering player started, milliseconds since 1970: it knows earlier saves. */
  bornAt: number;
  bookId: number;
  store: BacklogStore;
  send: (save: PendingSave) => Promise<SendResult>;
  ready?: () => Promise<void>;
};

/** An unsent save that the server refused though it's newer. */
export type NewerSave = { save: PendingSave; progress: SavedPlace };

export type Delivered = {
  /** False when the network failed: the rest still waits. */
  complete: boolean;
  newer: NewerSave | null;
  /** The book's position after its last unsent save; null without one, or if refused or unknown. */
  saved: SavedPlace | null;
  /** What the server knew last of the book; null when nothing was sent. */
  latest: SavedPlace | null;
};

/** Sends earlier players' saves in order. The server recognizes repeats, so a player in another tab isn't harmed. */
export async function deliverBacklog({ client, bornAt, bookId, store, send, ready }: Delivery): Promise<Delivered> {
  const delivered: Delivered = { complete: true, newer: null, saved: null, latest: null };
  let foreign = false;
  for (const [owner, queue] of await store.backlog()) {
    if (owner === client) continue;
    for (const save of queue) {
      await ready?.();
      const result = await send(save).catch(() => ({ kind: "failed" }) as const);
      if (result.kind === "failed") return { ...delivered, saved: null, complete: false };
      await store.forget(owner, save.sequence);
      if (save.bookId !== bookId || result.kind === "dropped") continue;
      delivered.latest = result.progress;
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
