import { ApiError, isSignedOut } from "#web/api/client.ts";
import { conflictingPlace, requirePlace } from "#web/api/progress.ts";
import { Listeners } from "#web/lib/listeners.ts";
import { logProblem } from "#web/lib/log.ts";
import { newKey } from "#web/lib/new-key.ts";
import { retryWhileFailing } from "#web/lib/retry-while-failing.ts";
import { beforeSignOut } from "#web/state/before-sign-out.ts";

import { createBacklogStore } from "./backlog-store.ts";
import { lockClientName, PERMANENT_REFUSALS } from "./client-name.ts";
import { deviceName } from "./device-name.ts";
import { createProgressSync, type SyncState } from "./progress-sync.ts";
import { paceSaves } from "./save-pace.ts";
import { type PendingSave, type SavedPlace, type SendResult, toCall } from "./save-queue.ts";

type Parts<Place extends { revision: number }> = {
  bookId: number;
  userId: number;
  kind: "" | "reading-";
  /** Closer positions aren't offered. */
  sameWithin?: number;
  /** @throws ApiError; a 409 carries the newer place */
  call: (body: ReturnType<typeof toCall>, save: PendingSave, isLeaving: boolean) => Promise<Place>;
  toPlace: (place: Place) => SavedPlace;
  onChange: (state: SyncState) => void;
  /** Before the page may close. */
  onLeave: () => void;
};

export type PlaceSaving = ReturnType<typeof openPlaceSaving>;

/** Saving of one running player or reader: its name and storage, its pace, and the page's end. */
export function openPlaceSaving<Place extends { revision: number }>({
  bookId,
  userId,
  kind,
  call,
  toPlace,
  ...parts
}: Parts<Place>) {
  const life = new AbortController();
  const client = newKey();
  const claim = (name: string) => lockClientName(name, life.signal);
  void claim(client);
  const pace = paceSaves();
  const listeners = new Listeners();
  let hasLeft = false;

  const underWay = new Set<Promise<SendResult>>();

  function send(save: PendingSave, isLeaving = false): Promise<SendResult> {
    pace.sent();
    const sending = attempt(save, isLeaving).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  }

  async function attempt(save: PendingSave, isLeaving: boolean): Promise<SendResult> {
    try {
      return { kind: "saved", progress: toPlace(requirePlace(await call(toCall(save, Date.now()), save, isLeaving))) };
    } catch (error) {
      const progress = conflictingPlace<Place>(error);
      if (progress) return { kind: "refused", progress: toPlace(progress) };
      // a page that leaves cancels its calls, and a session may have ended; the place waits on the device
      if (!hasLeft && !isSignedOut(error)) logProblem("Saving the place failed", error);
      return { kind: error instanceof ApiError && PERMANENT_REFUSALS.has(error.status) ? "dropped" : "failed" };
    }
  }

  const sync = createProgressSync({
    bookId,
    device: deviceName(navigator.userAgent, navigator.maxTouchPoints),
    client,
    claim,
    store: createBacklogStore(userId, kind),
    send,
    ready: pace.ready,
    now: () => Date.now(),
    ...(parts.sameWithin === undefined ? {} : { sameWithin: parts.sameWithin }),
    onChange: (state) => {
      parts.onChange(state);
      listeners.tell();
    },
  });
  const flush = () => void sync.flush();

  const onPagehide = () => {
    hasLeft = true;
    parts.onLeave();
  };
  addEventListener("pagehide", onPagehide, { signal: life.signal });
  addEventListener("pageshow", () => (hasLeft = false), { signal: life.signal });
  addEventListener("online", flush, { signal: life.signal });
  const onVisibility = () => (document.hidden ? parts.onLeave() : flush());
  document.addEventListener("visibilitychange", onVisibility, { signal: life.signal });
  const stopRetrying = retryWhileFailing({
    isFailing: () => sync.state().failing,
    subscribe: listeners.subscribe,
    flush,
  });

  const forgetSignOut = beforeSignOut(async () => {
    pace.hurry();
    parts.onLeave();
    await Promise.all(underWay);
    if (sync.waiting() > 0) await sync.flush();
  });

  return {
    sync,
    client,
    flush,
    end(): void {
      life.abort();
      stopRetrying();
      // what was sent last may still be under way
      void Promise.all(underWay).then(forgetSignOut);
    },
  };
}
