import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useSyncExternalStore } from "react";

import { fetchUser } from "#web/api/auth.ts";
import { ApiError, serverMessage } from "#web/api/client.ts";
import { refetchMeeting } from "#web/api/meetings.ts";
import { actText, keyOfAct, type MemberAct, sendAct } from "#web/api/member-act.ts";
import { retryWhileFailing } from "#web/lib/retry-while-failing.ts";
import { beforeSignOut } from "#web/state/before-sign-out.ts";
import { showError } from "#web/ui/toast.ts";

import { createWaitingQueue, type WaitingQueue } from "./queue.ts";
import { createWaitingStore } from "./store.ts";

/** The signed-in member's; null before the shell has opened it. */
const queueAtom = atom<WaitingQueue<MemberAct> | null>(null);

function openQueue(userId: number, queries: QueryClient): WaitingQueue<MemberAct> {
  return createWaitingQueue<MemberAct>({
    store: createWaitingStore(userId, "act"),
    keyOf: keyOfAct,
    send: sendAct,
    // another member may have signed in in another tab
    mayStart: async () => (await fetchUser()).id === userId,
    onArrived: () => refetchMeeting(queries),
    onRefused: (act, error) => {
      refetchMeeting(queries);
      const reason = serverMessage(error) ?? "Please try again.";
      showError(`${actText(act)} wasn't saved. ${reason}`);
    },
  });
}

/** Opens the member's queue, and sends it whenever there may be a network again. */
export function useActQueue(userId: number | undefined): void {
  const queries = useQueryClient();
  const setQueue = useSetAtom(queueAtom);
  useEffect(() => {
    if (userId === undefined) return undefined;
    const queue = openQueue(userId, queries);
    const life = new AbortController();
    const flush = () => void queue.deliver();
    setQueue(queue);
    flush();
    addEventListener("online", flush, { signal: life.signal });
    document.addEventListener("visibilitychange", () => document.hidden || flush(), { signal: life.signal });
    const stops = [
      beforeSignOut(queue.deliver),
      retryWhileFailing({ isFailing: () => queue.all().length > 0, subscribe: queue.subscribe, flush }),
    ];
    return () => {
      life.abort();
      for (const stop of stops) stop();
      setQueue(null);
    };
  }, [userId, queries, setQueue]);
}

const NOTHING: readonly MemberAct[] = [];
const never = () => () => undefined;

/** What waits on this device, oldest first, and how to take one back. */
export function useWaitingActs(): { acts: readonly MemberAct[]; drop: (act: MemberAct) => void } {
  const queue = useAtomValue(queueAtom);
  const all = useSyncExternalStore(queue?.subscribe ?? never, queue?.all ?? (() => NONE));
  return {
    acts: all.length === 0 ? NOTHING : all.map(({ item }) => item),
    drop: (act) => void queue?.remove(keyOfAct(act)),
  };
}
const NONE: ReturnType<WaitingQueue<MemberAct>["all"]> = [];

/** Sends it now; without a network it waits on this device. @returns null when it waits @throws ApiError */
export function useSendOrQueue(): (act: MemberAct) => Promise<unknown> {
  const queue = useAtomValue(queueAtom);
  return async (act) => {
    // after what waits already, or an older one would come last
    if (queue && queue.all().length > 0) {
      await queue.add(act);
      await queue.deliver();
      return null;
    }
    try {
      return await sendAct(act);
    } catch (error) {
      if (error instanceof ApiError || !queue) throw error;
      // without storage, report that the call failed
      await queue.add(act).catch(() => Promise.reject(error));
      return null;
    }
  };
}
