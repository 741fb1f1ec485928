import type { SaveReason } from "#contract/progress.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";

import type { BookPosition, Medium, Offer, PendingSave, SendResult, ServerPosition } from "./position.ts";
import { currentPosition, progressReducer } from "./progress-reducer.ts";
import { INITIAL_STATE, type PageOptions, type ReducerEffect, type ReducerEvent } from "./progress-state.ts";
import type { UnsentSaves } from "./save-queue.ts";
import { createSaveThrottle } from "./save-throttle.ts";
import type { ProgressStore } from "./store.ts";

export type SyncStatus = { isFailing: boolean; offer: Offer | null };

export type ProgressSyncOptions = {
  medium: Medium;
  bookId: number;
  store: ProgressStore;
  /** Never rejects. */
  send: (save: PendingSave, isLeaving: boolean) => Promise<SendResult>;
  now?: () => number;
};

export type ProgressSync = ReturnType<typeof createProgressSync>;

/** Runs the effects of the reducer. Without storage (a private window), saves still work online. */
export function createProgressSync({ medium, bookId, store, send, now = Date.now }: ProgressSyncOptions) {
  const listeners = new Listeners();
  const throttle = createSaveThrottle();
  let state = INITIAL_STATE;
  let status: SyncStatus = { isFailing: false, offer: null };
  let savedRevision = 0;
  let isOnDevice = true;

  function dispatch(event: ReducerEvent): void {
    const next = progressReducer(state, event);
    state = next.state;
    for (const effect of next.effects) void runEffect(effect);
    const { isFailing, page } = state;
    const offer = page?.offer ?? null;
    if (isFailing !== status.isFailing || offer !== status.offer) status = { isFailing, offer };
    listeners.emit();
  }

  async function runEffect(effect: ReducerEffect): Promise<void> {
    if (effect.type === "persist") {
      const written = store.write(medium, effect.position, effect.saves, savedRevision);
      isOnDevice = await written.then(
        () => true,
        () => false,
      );
      return;
    }
    if (effect.type === "acknowledge")
      return store.acknowledge(medium, effect.save, effect.revision).catch(() => undefined);
    if (effect.type === "send") return sendSave(effect.save, effect.isLeaving);
    await throttle.ready();
    dispatch({ type: "send-slot" });
  }

  async function sendSave(save: PendingSave, isLeaving: boolean): Promise<void> {
    throttle.markSent();
    const result = await send(save, isLeaving);
    if (result.kind === "saved") savedRevision = Math.max(savedRevision, result.serverPosition.revision);
    if (result.kind === "rejected") result.serverPosition = await markOwnDevice(result.serverPosition);
    dispatch({ type: "response", save, result, now: now() });
  }

  async function markOwnDevice(serverPosition: ServerPosition): Promise<ServerPosition> {
    const isFromThisDevice = await store
      .isOwnSave(medium, bookId, serverPosition, state.page?.client ?? null)
      .catch(() => false);
    return { ...serverPosition, isFromThisDevice };
  }

  const isIdle = () => state.sendSlot === "free" && state.sending.length === 0;
  const waitForState = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = listeners.subscribe(check);
      check();
    });
  const positionOrStart = (): BookPosition => currentPosition(state) ?? { position: 0, locator: null };
  const readStoredSaves = async (): Promise<UnsentSaves> => {
    const all = await store.list().catch(() => []);
    return all.find((one) => one.medium === medium && one.bookId === bookId)?.saves ?? [];
  };

  return {
    subscribe: listeners.subscribe,
    /** True if closing the page would lose a position. */
    isAtRisk: () => state.isFailing && !isOnDevice && state.unsent.length > 0,
    addStoredSaves: (stored: UnsentSaves) => dispatch({ type: "add-stored", stored }),
    flush(): Promise<void> {
      dispatch({ type: "flush" });
      return waitForState(isIdle);
    },
    flushNow: throttle.disable,
    /** Changes only with its fields. */
    status: () => status,
    /** @param fetchPosition fetches the server's position; null if it can't be reached */
    async start(
      options: PageOptions,
      fetchPosition: () => Promise<ServerPosition | null>,
      findEdition: () => Promise<string | undefined> = async () => options.edition,
    ): Promise<BookPosition> {
      const readDevicePosition = () => store.readDevicePosition(medium, bookId).catch(() => null);
      const [serverPosition, edition, devicePosition, stored] = await Promise.all([
        fetchPosition(),
        findEdition(),
        readDevicePosition(),
        readStoredSaves(),
      ]);
      const page = { ...options, edition };
      dispatch({ type: "open", page, serverPosition, devicePosition, stored });
      await waitForState(() => state.page?.client !== page.client || currentPosition(state) !== null);
      return positionOrStart();
    },
    save: (position: BookPosition, reason: SaveReason) => dispatch({ type: "save", position, reason, now: now() }),
    leave: (position: BookPosition) => dispatch({ type: "leave", position, now: now() }),
    async update(serverPosition: ServerPosition): Promise<void> {
      if (serverPosition.revision > (state.page?.revision ?? 0))
        dispatch({ type: "server-position", serverPosition: await markOwnDevice(serverPosition) });
    },
    chooseOffer(choice: "go" | "stay"): BookPosition {
      dispatch({ type: "choose", choice, now: now() });
      return positionOrStart();
    },
    close: (client: string) => dispatch({ type: "close", client }),
  };
}
