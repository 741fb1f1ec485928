import type { SaveReason } from "#contract/progress.ts";

import { type BacklogStore, deliverBacklog, type Delivered, type NewerSave } from "./backlog.ts";
import { leftHere } from "./left-here.ts";
import { type Offer, offerOf, offerOfUnsent } from "./offer.ts";
import { enqueue, type PendingSave, type SavedPlace, type SendResult } from "./save-queue.ts";

/** `failing` from a failed save until one succeeds. */
export type SyncState = { failing: boolean; offer: Offer | null };

export type SyncParts = {
  bookId: number;
  device: string;
  client: string;
  store: BacklogStore;
  /** `isLeaving`: the page may close before the answer. */
  send: (save: PendingSave, isLeaving?: boolean) => Promise<SendResult>;
  /** Resolves when the next save may be sent; at once when left out. */
  ready?: () => Promise<void>;
  /** Takes over an ended player's name; false while it runs. */
  claim: (client: string) => Promise<boolean>;
  now: () => number;
  sameWithin?: number;
  onChange: (state: SyncState) => void;
};

export type ProgressSync = ReturnType<typeof createProgressSync>;

/** A page that closed may have sent more saves than it stored. */
const UNNOTED_SAVES = 1000;
const SAME_PLACE_SECONDS = 30;

/** Saves are numbered, stored, sent in order and kept until accepted. Knows neither React nor audio. */
export function createProgressSync(parts: SyncParts) {
  const bornAt = parts.now();
  const left = leftHere(parts.store, parts.bookId);
  const sameWithin = parts.sameWithin ?? SAME_PLACE_SECONDS;
  let { client } = parts;
  let queue: PendingSave[] = [];
  let revision = 0;
  let position: number | null = null;
  let locator: string | null = null;
  let sequence = 0;
  /** Numbers of saves without an answer yet. */
  const onTheWay = new Set<number>();
  /** Number of the last save taken over from a closed page. */
  let resumed = 0;
  /** Of the latest save sent as the page may have closed. */
  let leaving = 0;
  let hasSaved = false;
  let flushing: Promise<void> | null = null;
  /** Earlier players' unsent saves may exist; they're sent first. */
  let hasBacklog = true;
  let newerSave: NewerSave | null = null;
  let state: SyncState = { failing: false, offer: null };

  function change(next: Partial<SyncState>) {
    state = { ...state, ...next };
    parts.onChange(state);
  }

  function setPlace(progress: SavedPlace) {
    revision = progress.revision;
    position = progress.currentTime;
    locator = progress.locator ?? null;
  }

  /** Another player saved: nearby, continue from its revision; farther away, ask. */
  function reconcile(progress: SavedPlace) {
    if (position !== null && Math.abs(progress.currentTime - position) > sameWithin) {
      change({ offer: offerOf(progress) });
      return;
    }
    revision = progress.revision;
    if (position === null) setPlace(progress);
    if (state.offer) change({ offer: null });
  }

  function add(at: number, reason: SaveReason, where: string | null): PendingSave {
    position = at;
    locator = where;
    sequence += 1;
    const { bookId, device } = parts;
    const now = parts.now();
    const save = { bookId, position: at, locator, reason, baseRevision: revision, device, client, sequence, at: now };
    queue = enqueue(queue, save, onTheWay);
    return save;
  }

  /** Without storage (a private window), saves still work online. */
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

  /** This player started where earlier ones ended, so it knows their saves. */
  async function flushBacklog(): Promise<Delivered> {
    const nobody = { complete: true, newer: null, saved: null, latest: null };
    const delivered = await deliverBacklog({ ...parts, client, bornAt }).catch(() => nobody);
    const { complete, newer, saved } = delivered;
    hasBacklog = !complete;
    if (saved && saved.revision > revision) {
      const [before, after] = [revision, saved.revision];
      queue = queue.map((save) => (save.baseRevision === before ? { ...save, baseRevision: after } : save));
      revision = after;
      await store();
    }
    if (newer) newerSave = newer;
    return delivered;
  }

  async function sendAll(): Promise<void> {
    if (hasBacklog && !(await flushBacklog()).complete) return fail(true);
    while (queue.length > 0) {
      await parts.ready?.();
      const head = queue.find(({ sequence: number }) => !onTheWay.has(number));
      if (!head || !(await deliver(head))) return;
    }
  }

  /** Sends one and settles its answer. @returns false when the network failed */
  async function deliver(save: PendingSave, isLeaving = false): Promise<boolean> {
    onTheWay.add(save.sequence);
    const result = await parts.send(save, isLeaving).catch(() => ({ kind: "failed" }) as const);
    onTheWay.delete(save.sequence);
    fail(result.kind === "failed");
    if (result.kind === "failed") return false;
    hasSaved = true;
    queue = queue.filter(({ sequence: number }) => number > save.sequence);
    if (result.kind === "saved") revision = Math.max(revision, result.progress.revision);
    if (result.kind === "refused") settleRefusal(result.progress, save.baseRevision);
    await store();
    return true;
  }

  function fail(failing: boolean) {
    if (state.failing !== failing) change({ failing });
  }

  /**
   * Answered once, by what the server knows. A stale save is in the history, and its place still has to be saved; one
   * that knew the newest place would be refused again.
   */
  function settleRefusal(progress: SavedPlace, base: number) {
    const isStale = progress.revision > base;
    if (progress.revision > revision || !isStale) reconcile(progress);
    if (state.offer || queue.length > 0 || position === null) return;
    if (!isStale) setPlace(progress);
    else if (position !== progress.currentTime) add(position, "tick", locator);
  }

  async function save(at: number, reason: SaveReason, where: string | null = null): Promise<void> {
    add(at, reason, where);
    await store();
    await flush();
  }

  /** From the newer of this device's position and `copy`, the server's or the offline copy's. */
  async function resume(copy: SavedPlace | null): Promise<void> {
    const found = await left.newerThan(copy);
    if (!found) return copy ? setPlace(copy) : undefined;
    const { place, unsent } = found;
    ({ revision, position, locator = null } = place);
    // continue as the last player, so its unsent saves are ours
    if (!(await parts.claim(place.client).catch(() => false))) return;
    client = place.client;
    resumed = place.sequence;
    sequence = place.sequence + UNNOTED_SAVES;
    queue = unsent;
  }

  function offerNewer(newer: NewerSave) {
    newerSave = null;
    if (position !== null && Math.abs(newer.save.position - position) <= sameWithin) return;
    change({ offer: offerOfUnsent(newer) });
  }

  return {
    /** Finds the start: asks the server, sends what waits from closed pages, else uses this device. */
    async start(ask: () => Promise<SavedPlace | null>): Promise<number> {
      const progress = await ask();
      if (!progress || progress.isLastSeen) await resume(progress);
      else {
        await left.forgetArrived(progress);
        if (await left.isLast(progress)) {
          await resume(progress);
          void flush();
        } else {
          const { latest } = await flushBacklog();
          setPlace(latest && latest.revision > progress.revision ? latest : progress);
          if (newerSave) offerNewer(newerSave);
        }
      }
      return position ?? 0;
    },
    /** The server's latest position; ignores what this player knows or caused. */
    update(progress: SavedPlace) {
      if (progress.isLastSeen) return;
      const idle = queue.length === 0 && onTheWay.size === 0;
      if (idle && progress.revision > revision && progress.revision !== state.offer?.revision) reconcile(progress);
    },
    save,
    /** Saves for a page that may close, at once, unless nothing happened since. A jump that wasn't sent stays one. */
    leave(at: number, where: string | null = null): void {
      const last = queue.at(-1);
      if (at === position && (last ? last.sequence === leaving : hasSaved)) return;
      const isUnsent = last !== undefined && !onTheWay.has(last.sequence);
      const save = add(at, isUnsent && last.reason === "seek" ? "seek" : "leave", where);
      void store();
      // older ones come first: the server takes one that was overtaken for a repetition
      const isBehind = queue.some(({ sequence: number }) => number <= resumed && !onTheWay.has(number));
      if (state.failing || isBehind) return;
      leaving = save.sequence;
      void deliver(save, true);
    },
    flush,
    /** Returns where to continue, in seconds. The other position stays in the history. */
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
    waiting: () => queue.length,
  };
}
