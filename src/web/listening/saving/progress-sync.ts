import type { SaveReason } from "#contract/progress.ts";

import { deliverLeftovers, type LeftoverStore, type LocalPlace, type NewerLeftover } from "./leftovers.ts";
import { enqueue, type PendingSave, type SavedPlace, type SendResult } from "./save-queue.ts";

/** A newer place of another player, offered to the person: 'Go there / Stay here'. Times in ISO-8601 UTC. */
export type Offer = {
  position: number;
  locator: string | null;
  revision: number;
  device: string | null;
  at: string;
  /** True when the server is already there, so that going there needs no save. */
  isSaved: boolean;
};

/** `failing` is true from a save that did not arrive until one does. */
export type SyncState = { failing: boolean; offer: Offer | null };

export type SyncParts = {
  bookId: number;
  device: string;
  client: string;
  store: LeftoverStore;
  send: (save: PendingSave) => Promise<SendResult>;
  /** Takes over the name of a player that has ended; false while it still runs. */
  claim: (client: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Two places this near to each other are not worth a question; seconds when left out. */
  sameWithin?: number;
  onChange: (state: SyncState) => void;
};

export type ProgressSync = ReturnType<typeof createProgressSync>;

/** A page that went away may have sent a few saves more than it could note down. */
const UNNOTED_SAVES = 1000;
/** Two places this near to each other are not worth a question, in seconds. */
const SAME_PLACE_SECONDS = 30;

/**
 * Keeps one player's place in step with the server: saves are numbered, stored before they are sent,
 * sent in order and kept until they arrive. Knows neither React nor the audio element.
 */
export function createProgressSync(parts: SyncParts) {
  const bornAt = parts.now();
  const sameWithin = parts.sameWithin ?? SAME_PLACE_SECONDS;
  let { client } = parts;
  let queue: PendingSave[] = [];
  let revision = 0;
  let position: number | null = null;
  let locator: string | null = null;
  let sequence = 0;
  let inFlight: number | null = null;
  let flushing: Promise<void> | null = null;
  /** True while unsent saves of earlier players of this browser may exist: they are sent first. */
  let hasBacklog = true;
  let leftover: NewerLeftover | null = null;
  let state: SyncState = { failing: false, offer: null };

  function change(next: Partial<SyncState>) {
    state = { ...state, ...next };
    parts.onChange(state);
  }

  function adopt(progress: SavedPlace) {
    revision = progress.revision;
    position = progress.currentTime;
    locator = progress.locator ?? null;
  }

  /** Another player was there: nearby we go on from its revision, farther away the person decides. */
  function meet(progress: SavedPlace) {
    if (position !== null && Math.abs(progress.currentTime - position) > sameWithin) {
      change({ offer: toOffer(progress) });
      return;
    }
    revision = progress.revision;
    if (position === null) adopt(progress);
    if (state.offer) change({ offer: null });
  }

  function add(at: number, reason: SaveReason, where: string | null): PendingSave {
    position = at;
    locator = where;
    sequence += 1;
    const { bookId, device } = parts;
    const now = parts.now();
    const save = { bookId, position: at, locator, reason, baseRevision: revision, device, client, sequence, at: now };
    queue = enqueue(queue, save, inFlight);
    return save;
  }

  /** A browser without storage (a private window) still saves while it is online. */
  const store = () =>
    parts.store
      .keep(client, queue, { bookId: parts.bookId, position: position ?? 0, locator, revision, client, sequence })
      .catch(() => undefined);

  function flush(): Promise<void> {
    flushing ??= sendAll().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  /** This player began where the earlier ones ended, so it knows of their saves. */
  async function flushBacklog(): Promise<boolean> {
    const nobody = { complete: true, newer: null, saved: null };
    const { complete, newer, saved } = await deliverLeftovers({ ...parts, client, bornAt }).catch(() => nobody);
    hasBacklog = !complete;
    if (saved && saved.revision > revision) {
      const [before, after] = [revision, saved.revision];
      queue = queue.map((save) => (save.baseRevision === before ? { ...save, baseRevision: after } : save));
      revision = after;
      await store();
    }
    if (newer) leftover = newer;
    return complete;
  }

  async function sendAll(): Promise<void> {
    if (hasBacklog && !(await flushBacklog())) return fail(true);
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      inFlight = head.sequence;
      const result = await parts.send(head).catch(() => ({ kind: "failed" }) as const);
      inFlight = null;
      if (result.kind === "failed") return fail(true);
      fail(false);
      const { sequence: sent, baseRevision } = head;
      queue = queue.filter((save) => save.sequence > sent);
      if (result.kind === "saved") revision = Math.max(revision, result.progress.revision);
      if (result.kind === "refused") settleRefusal(result.progress, baseRevision);
      await store();
    }
  }

  function fail(failing: boolean) {
    if (state.failing !== failing) change({ failing });
  }

  /** What was refused is in the history by now; where we are still has to be saved, once the way is clear. */
  function settleRefusal(progress: SavedPlace, base: number) {
    const isNews = progress.revision > revision || base === revision;
    if (isNews) meet(progress);
    if (!state.offer && queue.length === 0 && position !== null && position !== progress.currentTime)
      add(position, "tick", locator);
  }

  async function save(at: number, reason: SaveReason, where: string | null = null): Promise<void> {
    add(at, reason, where);
    await store();
    await flush();
  }

  /** Offline: start from the newer of this device's place and the offline copy's. */
  async function resumeOffline(copy: SavedPlace | null): Promise<void> {
    const place = await parts.store.place(parts.bookId).catch(() => null);
    const waiting = await parts.store.leftovers().catch(() => []);
    const unsent = waiting.filter(([owner]) => owner === place?.client).flatMap(([, saves]) => saves);
    if (!place || (copy && isNewerThanDevice(copy, place, unsent))) return copy ? adopt(copy) : undefined;
    ({ revision, position, locator = null } = place);
    // continue as the last player, so that its unsent saves are our own
    if (!(await parts.claim(place.client).catch(() => false))) return;
    client = place.client;
    sequence = place.sequence + UNNOTED_SAVES;
    queue = unsent;
  }

  function offerLeftover({ save: left, progress }: NewerLeftover) {
    leftover = null;
    if (position !== null && Math.abs(left.position - position) <= sameWithin) return;
    const at = new Date(left.at).toISOString();
    const { device } = left;
    change({
      offer: {
        position: left.position,
        locator: left.locator ?? null,
        revision: progress.revision,
        device,
        at,
        isSaved: false,
      },
    });
  }

  return {
    /** Finds where to begin: sends what earlier players left behind, then asks the server, else looks on this device. */
    async start(ask: () => Promise<SavedPlace | null>): Promise<number> {
      await flushBacklog();
      const progress = await ask();
      if (!progress || progress.isLastSeen) await resumeOffline(progress);
      else {
        adopt(progress);
        if (leftover) offerLeftover(leftover);
      }
      return position ?? 0;
    },
    /** The server's word on where the member is now; what this player knows or caused itself is passed over. */
    hear(progress: SavedPlace) {
      if (progress.isLastSeen) return;
      const idle = queue.length === 0 && inFlight === null;
      if (idle && progress.revision > revision && progress.revision !== state.offer?.revision) meet(progress);
    },
    /** Records where the person is (whole seconds). Settles when the save has arrived or failed. */
    save,
    /** The save of a page that may go away, to be sent without waiting; null when older ones have to go first. */
    leave(at: number, where: string | null = null): PendingSave | null {
      const left = add(at, "leave", where);
      void store();
      return queue.length === 1 || inFlight !== null ? left : null;
    },
    flush,
    /** Answers the offer; returns where to go on, in seconds. The other place stays in the history. */
    async answer(choice: "go" | "stay"): Promise<number> {
      const offer = state.offer;
      if (!offer) return position ?? 0;
      const target = choice === "go" ? offer.position : (position ?? 0);
      const where = choice === "go" ? offer.locator : locator;
      revision = Math.max(revision, offer.revision);
      change({ offer: null });
      if (choice === "go" && offer.isSaved) {
        [position, locator] = [target, where];
        await store();
      } else await save(target, "seek", where);
      return target;
    },
    state: () => state,
    position: () => position,
    locator: () => locator,
    /** How many saves have not arrived. */
    waiting: () => queue.length,
  };
}

/** An unsent save counts by its time: its revision is only the one it was based on. */
function isNewerThanDevice(copy: SavedPlace, place: LocalPlace, unsent: readonly PendingSave[]): boolean {
  if (copy.revision <= place.revision) return false;
  const last = unsent.at(-1);
  return last === undefined || copy.updatedAt === null || Date.parse(copy.updatedAt) > last.at;
}

function toOffer(progress: SavedPlace): Offer {
  return {
    position: progress.currentTime,
    locator: progress.locator ?? null,
    revision: progress.revision,
    device: progress.device,
    at: progress.updatedAt ?? new Date(0).toISOString(),
    isSaved: true,
  };
}
