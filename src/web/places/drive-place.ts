import type { SaveReason } from "#contract/progress.ts";
import { Listeners } from "#web/lib/listeners.ts";

import type { KnownPlace, Medium, Offer, Place, PlaceSave, SendResult } from "./place.ts";
import { paceSaves } from "./save-pace.ts";
import { NOWHERE, type PageOptions, type PlaceEffect, type PlaceEvent, placeNow, step } from "./step.ts";
import type { PlaceStore } from "./store.ts";
import type { Waiting } from "./waiting.ts";

/** `failing` from a failed save until one succeeds. */
export type PlaceStatus = { failing: boolean; offer: Offer | null };

export type DriveParts = {
  medium: Medium;
  bookId: number;
  store: PlaceStore;
  /** Never rejects. */
  send: (save: PlaceSave, isLeaving: boolean) => Promise<SendResult>;
  now?: () => number;
};

export type DrivenPlace = ReturnType<typeof drivePlace>;

/** Does what `step` asks for, for one place. Without storage (a private window), saves still work online. */
export function drivePlace({ medium, bookId, store, send, now = Date.now }: DriveParts) {
  const listeners = new Listeners();
  const pace = paceSaves();
  let state = NOWHERE;
  let saved = 0;
  let isOnDevice = true;

  function happen(event: PlaceEvent): void {
    const next = step(state, event);
    state = next.state;
    for (const effect of next.effects) void run(effect);
    listeners.tell();
  }

  async function run(effect: PlaceEffect): Promise<void> {
    if (effect.do === "keep") {
      const kept = store.keep(medium, effect.place, effect.saves, saved);
      isOnDevice = await kept.then(
        () => true,
        () => false,
      );
      return;
    }
    if (effect.do === "settle") return store.settle(medium, effect.save, effect.revision).catch(() => undefined);
    if (effect.do === "send") return deliver(effect.save, effect.isLeaving);
    await pace.ready();
    happen({ do: "turn" });
  }

  async function deliver(save: PlaceSave, isLeaving: boolean): Promise<void> {
    pace.sent();
    const result = await send(save, isLeaving);
    if (result.kind === "saved") saved = Math.max(saved, result.known.revision);
    if (result.kind === "refused") result.known = await marked(result.known);
    happen({ do: "answered", save, result, now: now() });
  }

  async function marked(known: KnownPlace): Promise<KnownPlace> {
    const isHere = await store.hasMade(medium, bookId, known, state.page?.client ?? null).catch(() => false);
    return { ...known, isHere };
  }

  const isIdle = () => state.turn === "free" && state.sending.length === 0;
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        stop();
        resolve();
      };
      const stop = listeners.subscribe(look);
      look();
    });
  const whereNow = (): Place => placeNow(state) ?? { position: 0, locator: null };
  const readStored = async (): Promise<Waiting> => {
    const all = await store.list().catch(() => []);
    return all.find((one) => one.medium === medium && one.bookId === bookId)?.saves ?? [];
  };

  return {
    subscribe: listeners.subscribe,
    hasWaiting: () => state.waiting.length > 0,
    isFailing: () => state.failing,
    /** Whether closing the page would lose a place: the device can't keep it, and the server doesn't take it. */
    isAtRisk: () => state.failing && !isOnDevice && state.waiting.length > 0,
    /** Sends what other pages left. */
    find: (stored: Waiting) => happen({ do: "find", stored }),
    /** Sends what waits. Resolves when nothing is under way any more, whether it arrived or not. */
    flush(): Promise<void> {
      happen({ do: "flush" });
      return until(isIdle);
    },
    /** From now on without a pause between two saves, because the session is about to end. */
    hurry: pace.hurry,
    status: (): PlaceStatus => ({ failing: state.failing, offer: state.page?.offer ?? null }),
    /** A page opens. @param ask asks the server; null when it can't be reached. @returns where to begin */
    async start(page: PageOptions, ask: () => Promise<KnownPlace | null>): Promise<Place> {
      const local = () => store.local(medium, bookId).catch(() => null);
      const [known, kept, stored] = await Promise.all([ask(), local(), readStored()]);
      happen({ do: "open", page, known, local: kept, stored });
      await until(() => state.page?.client !== page.client || placeNow(state) !== null);
      return whereNow();
    },
    save: (place: Place, reason: SaveReason) => happen({ do: "save", place, reason, now: now() }),
    leave: (place: Place) => happen({ do: "leave", place, now: now() }),
    /** The server's latest place; ignores what this page knows or caused. */
    async update(known: KnownPlace): Promise<void> {
      if (known.revision > (state.page?.revision ?? 0)) happen({ do: "know", known: await marked(known) });
    },
    /** @returns where to go on. The other place stays in the history. */
    answer(choice: "go" | "stay"): Place {
      happen({ do: "choose", choice, now: now() });
      return whereNow();
    },
    close: (client: string) => happen({ do: "close", client }),
  };
}
