import { useQueryClient } from "@tanstack/react-query";
import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

import { serverMessage } from "#web/api/client.ts";
import { withEdition } from "#web/api/edition.ts";
import {
  ageSeconds,
  draftTextOf,
  formatMutation,
  mutationKeyOf,
  type MutationKind,
  type MutationResponse,
  type OfflineMutation,
  parseStoredMutation,
  sendMutation,
} from "#web/api/offline-mutations.ts";
import { invalidatePaths } from "#web/api/query-client.ts";
import { sendAsMember } from "#web/api/request.ts";
import { openChannel } from "#web/lib/browser/channel.ts";
import { subscribeToNothing } from "#web/lib/browser/listeners.ts";
import { withLock } from "#web/lib/browser/locks.ts";
import { retryWithBackoff } from "#web/lib/browser/retry-with-backoff.ts";
import { onBeforeSignOut } from "#web/state/before-sign-out.ts";
import { showError } from "#web/ui/feedback/toast.ts";

import { createOfflineQueue, type OfflineQueue, type QueueProblem } from "./queue.ts";
import { createQueueStore, type QueuedItem } from "./store.ts";

const queueAtom = atom<OfflineQueue<OfflineMutation> | null>(null);

/** @param sendProgress runs first, because a note may depend on how far the member has read */
export function useOfflineQueue(userId: number | undefined, sendProgress: () => Promise<void>): void {
  const queries = useQueryClient();
  const setQueue = useSetAtom(queueAtom);
  useEffect(() => {
    if (userId === undefined) return undefined;
    const lifetime = new AbortController();
    const channelName = `waiting-${userId}`;
    const tabs = openChannel(channelName, () => void queue.refresh().catch(() => undefined));
    const queue = createOfflineQueue<OfflineMutation>({
      store: createQueueStore(userId, { keyOf: mutationKeyOf, read: parseStoredMutation }),
      getKey: mutationKeyOf,
      send: sendMutation,
      sendAsOwner: (send, at) => sendAsMember(userId, send, ageSeconds(at, Date.now())),
      onSettled: () => invalidatePaths(queries),
      sendFirst: sendProgress,
      onReject: (mutation, error) => {
        const reason = serverMessage(error) ?? "Please try again.";
        showError(`${formatMutation(mutation)} wasn't saved. ${reason}`);
        return draftTextOf(mutation) === "" ? null : reason;
      },
      hasLeft: () => lifetime.signal.aborted,
      onChange: () => lifetime.signal.aborted || tabs.post(null),
      // Where the browser denies locks, two tabs may send the same item, which does no harm.
      runExclusive: (work) => withLock(channelName, {}, work),
    });
    const hasPending = () => queue.all().some(({ refused }) => refused === undefined);
    const flush = () => void queue.flush();
    setQueue(queue);
    flush();
    addEventListener("online", flush, { signal: lifetime.signal });
    document.addEventListener("visibilitychange", () => document.hidden || flush(), { signal: lifetime.signal });
    const cleanups = [
      onBeforeSignOut(queue.flush),
      retryWithBackoff({ isFailing: hasPending, subscribe: queue.subscribe, flush }),
      // Browsers don't always report that the network is back, but any response shows it.
      queries.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "success" && hasPending()) flush();
      }),
      tabs.close,
    ];
    return () => {
      lifetime.abort();
      for (const cleanup of cleanups) cleanup();
      setQueue(null);
    };
  }, [userId, queries, sendProgress, setQueue]);
}

const getNoProblem = () => null;
const NO_ITEMS: readonly QueuedItem<OfflineMutation>[] = [];

/** `rejected` are those that the server rejected, with its reason. */
export function usePendingMutations() {
  const queue = useAtomValue(queueAtom);
  const queuedItems = useSyncExternalStore(queue?.subscribe ?? subscribeToNothing, queue?.all ?? (() => NO_ITEMS));
  return useMemo(
    () => ({
      mutations: queuedItems.flatMap(({ item, refused }) => (refused === undefined ? [item] : [])),
      rejected: queuedItems.filter((one) => one.refused !== undefined),
      remove: async (mutation: OfflineMutation) => queue?.remove(mutationKeyOf(mutation)),
      /** Replaces a pending one with the same key. */
      enqueue: async (mutation: OfflineMutation) => {
        await queue?.add(mutation);
        await queue?.flush();
      },
    }),
    [queuedItems, queue],
  );
}

/** The latest one of its kind that `matches`. */
export function usePendingMutation<K extends MutationKind>(
  kind: K,
  matches: (mutation: OfflineMutation<K>) => boolean,
): OfflineMutation<K> | undefined {
  return usePendingMutations().mutations.findLast(
    (mutation): mutation is OfflineMutation<K> => mutation.kind === kind && matches(mutation as OfflineMutation<K>),
  );
}

export function useQueueProblem(): QueueProblem {
  const queue = useAtomValue(queueAtom);
  return useSyncExternalStore(queue?.subscribe ?? subscribeToNothing, queue?.getProblem ?? getNoProblem);
}

/** @param offline the text while only the network is missing */
export function usePendingText(offline: string): string {
  const queueProblem = useQueueProblem();
  if (queueProblem === "not stored")
    return "Your browser can't save this. Keep this page open: it'll be sent when you're back online.";
  if (queueProblem) return `Saved on this device. The club couldn't take it yet. ${queueProblem.message}`.trim();
  return offline;
}

export function usePendingMutationsReader(): () => readonly OfflineMutation[] {
  const queue = useAtomValue(queueAtom);
  return () => queue?.all().map(({ item }) => item) ?? [];
}

/** The response is null if the mutation is queued. A second press, before the button is disabled, sends nothing. */
export function useSendOrQueue<K extends MutationKind>() {
  const queue = useAtomValue(queueAtom);
  const queries = useQueryClient();
  const last = useRef<{ content: string; response: Promise<MutationResponse<K> | null> }>(null);
  return (mutation: OfflineMutation<K>): Promise<MutationResponse<K> | null> => {
    const content = JSON.stringify(mutation, (name, value) => (name === "sendKey" ? undefined : value));
    if (last.current?.content === content) return last.current.response;
    const mutationWithEdition = withEdition(queries, mutation);
    const send = () => sendMutation(mutationWithEdition);
    const response = queue ? queue.submit(mutationWithEdition, send) : send();
    const sent = (last.current = { content, response });
    const clearLast = () => void (last.current === sent && (last.current = null));
    response.then(clearLast, clearLast);
    return response;
  };
}
