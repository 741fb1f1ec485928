import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSetAtom, useStore } from "jotai";
import { startTransition, useCallback } from "react";

import type { User } from "#contract/users.ts";
import { entriesAtom, ownerAtom, type Session, sessionAtom } from "#web/state/session.ts";
import { clearTab, noteOwner, readOwner } from "#web/state/tab-owner.ts";
import { noteSignOut, signOutWaits } from "#web/state/waiting-sign-out.ts";

import { fetchUser, logout } from "./auth.ts";
import { ApiError, isSignedOut, serverMessage } from "./client.ts";

/** Milliseconds from a sign-in to the second user check, and to the move to / (SPEC 9). */
export const RECHECK_DELAY = 500;
export const REDIRECT_DELAY = 500;

/** Tells the other tabs of this browser that the member signed out. */
export const SIGNED_OUT_CHANNEL = "signed-out";

/** Tells them that somebody signed in, by their id. */
export const SIGNED_IN_CHANNEL = "signed-in";

/** Says something to the other tabs of this browser. */
export function tellTabs(channelName: string, message: number | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message);
  channel.close();
}

/** Asks the server who is signed in (SPEC 4). */
export function useCheckSession(): () => Promise<void> {
  const store = useStore();
  const takeOver = useTakeOver();
  return useCallback(async () => {
    const before = store.get(sessionAtom);
    const session = await checkSession();
    // a sign-in or a sign-out since then knows better
    if (store.get(sessionAtom) !== before) return;
    if (session.status === "signed-in") takeOver(session.user.id);
    // as a transition, what is there stays until the member's pages have come: no waiting for a spinner's sake
    startTransition(() => store.set(sessionAtom, session));
  }, [store, takeOver]);
}

/** Takes over the answer of a sign-in; the session watch asks again after RECHECK_DELAY. */
export function useEnterSession(): (user: User) => void {
  const setSession = useSetAtom(sessionAtom);
  const setEntries = useSetAtom(entriesAtom);
  const takeOver = useTakeOver();
  return useCallback(
    (user) => {
      noteSignOut(false);
      takeOver(user.id);
      setSession({ status: "signed-in", user });
      setEntries((entries) => entries + 1);
      tellTabs(SIGNED_IN_CHANNEL, user.id);
    },
    [setSession, setEntries, takeOver],
  );
}

/** Forgets the member on this page: nothing of theirs stays in memory or in the tab's storage. */
export function useForgetSession(): () => void {
  const setSession = useSetAtom(sessionAtom);
  const queries = useQueryClient();
  return useCallback(() => {
    setSession({ status: "signed-out" });
    forgetMember(queries);
  }, [setSession, queries]);
}

/** Makes the tab that of a member: a session that ended on its own left the drafts and notes of the last one. */
function useTakeOver(): (userId: number) => void {
  const queries = useQueryClient();
  const setOwner = useSetAtom(ownerAtom);
  return useCallback(
    (userId) => {
      const before = readOwner();
      if (before === userId) return;
      // what a fresh page has asked for is the new member's
      if (before === null) clearTab();
      else forgetMember(queries);
      noteOwner(userId);
      setOwner(userId);
    },
    [queries, setOwner],
  );
}

function forgetMember(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "/api/club" });
  clearTab();
}

async function checkSession(): Promise<Session> {
  const ended = !signOutWaits();
  try {
    if (!ended) {
      await logout();
      noteSignOut(false);
    }
    return { status: "signed-in", user: await fetchUser() };
  } catch (error) {
    if (isSignedOut(error)) return { status: "signed-out", ended };
    const fallback = error instanceof ApiError ? `Server error: ${error.status}` : "Unknown error";
    return { status: "error", message: serverMessage(error) ?? fallback };
  }
}
