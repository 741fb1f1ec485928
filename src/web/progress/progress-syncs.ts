import type { QueryClient } from "@tanstack/react-query";

import { Listeners } from "#web/lib/browser/listeners.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { retryWithBackoff } from "#web/lib/browser/retry-with-backoff.ts";
import { onBeforeSignOut } from "#web/state/before-sign-out.ts";

import { deviceName } from "./device-name.ts";
import type { Medium, ServerPosition } from "./position.ts";
import { createProgressSync, type ProgressSync } from "./progress-sync.ts";
import { sendSave } from "./send-save.ts";
import { createProgressStore } from "./store.ts";

/** From `beforeunload` to `pagehide`. */
const LEAVING_MS = 3000;

type OpenOptions = {
  medium: Medium;
  bookId: number;
  tolerance: number;
  /** Undefined while it isn't loaded. */
  findEdition: () => Promise<string | undefined>;
  onLeave: () => void;
};

export type ProgressSyncs = ReturnType<typeof createProgressSyncs>;
export type OpenedProgress = ReturnType<ProgressSyncs["open"]>;

/** A member's positions in this tab, including saves of closed players and readers. */
export function createProgressSyncs(userId: number, queries: QueryClient) {
  const store = createProgressStore(userId);
  const lifetime = new AbortController();
  const listeners = new Listeners();
  const syncs = new Map<string, ProgressSync>();
  const leaveHandlers = new Set<() => void>();
  const openPages = new Set<string>();
  let hasLeft = false;
  let leavingAt = Number.NEGATIVE_INFINITY;
  const isSilent = () => hasLeft || performance.now() - leavingAt < LEAVING_MS;
  let isSigningOut = false;

  function syncOf(medium: Medium, bookId: number): ProgressSync {
    const key = `${medium} ${bookId}`;
    const existing = syncs.get(key);
    if (existing) return existing;
    const created = createProgressSync({
      medium,
      bookId,
      store,
      send: (save, isLeaving) => {
        const isOpen = openPages.has(save.client);
        return sendSave(queries, medium, { userId, save, isLeaving, isSilent, isOpen });
      },
    });
    created.subscribe(listeners.emit);
    if (isSigningOut) created.flushNow();
    syncs.set(key, created);
    return created;
  }

  const leave = () => leaveHandlers.forEach((onLeave) => onLeave());
  const allSyncs = () => [...syncs.values()];
  const isFailing = () => allSyncs().some((sync) => sync.status().isFailing);

  async function loadStoredSaves(): Promise<void> {
    const storedSaves = await store.list().catch(() => []);
    for (const { medium, bookId, saves } of storedSaves) syncOf(medium, bookId).addStoredSaves(saves);
  }

  async function flush(): Promise<void> {
    const flushes = allSyncs().map((sync) => sync.flush());
    await loadStoredSaves();
    await Promise.all([...flushes, ...allSyncs().map((sync) => sync.flush())]);
  }

  const onPagehide = () => {
    hasLeft = true;
    leave();
  };
  addEventListener("pagehide", onPagehide, { signal: lifetime.signal });
  addEventListener("pageshow", () => (hasLeft = false), { signal: lifetime.signal });
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    // Firefox and WebKit cancel a page's calls before `pagehide`.
    leavingAt = performance.now();
    if (allSyncs().some((sync) => sync.isAtRisk())) event.preventDefault();
  };
  addEventListener("beforeunload", onBeforeUnload, { signal: lifetime.signal });
  addEventListener("online", () => void flush(), { signal: lifetime.signal });
  const onVisibility = () => (document.hidden ? leave() : void flush());
  document.addEventListener("visibilitychange", onVisibility, { signal: lifetime.signal });
  const cleanups = [
    retryWithBackoff({
      isFailing,
      subscribe: listeners.subscribe,
      flush: () => void flush(),
    }),
    onBeforeSignOut(async () => {
      isSigningOut = true;
      for (const sync of allSyncs()) sync.flushNow();
      leave();
      await flush();
    }),
  ];

  return {
    userId,
    /** Resolves when no save is being sent, whether they arrived or not. */
    flush,
    open({ medium, bookId, tolerance, findEdition, onLeave }: OpenOptions) {
      const sync = syncOf(medium, bookId);
      const client = randomHexId();
      const device = deviceName(navigator.userAgent, navigator.maxTouchPoints);
      leaveHandlers.add(onLeave);
      openPages.add(client);
      return {
        ...sync,
        start: (fetchPosition: () => Promise<ServerPosition | null>) =>
          sync.start({ bookId, client, device, tolerance }, fetchPosition, findEdition),
        end(): void {
          leaveHandlers.delete(onLeave);
          openPages.delete(client);
          sync.close(client);
        },
      };
    },
    end(): void {
      lifetime.abort();
      for (const cleanup of cleanups) cleanup();
    },
  };
}

const syncsByClient = new WeakMap<QueryClient, ProgressSyncs>();

export function progressSyncsOf(userId: number, queries: QueryClient): ProgressSyncs {
  const existing = syncsByClient.get(queries);
  if (existing?.userId === userId) return existing;
  existing?.end();
  const syncs = createProgressSyncs(userId, queries);
  syncsByClient.set(queries, syncs);
  return syncs;
}
