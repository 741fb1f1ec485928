import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type createStore, useStore } from "jotai";
import { startTransition, useCallback } from "react";
import { flushSync } from "react-dom";

import { pathOf } from "#contract/first-paint.ts";
import type { User } from "#contract/users.ts";
import { notifyTabs } from "#web/lib/browser/channel.ts";
import { hasPendingSignOut, setPendingSignOut } from "#web/state/before-sign-out.ts";
import { isCachedSession, type Session, sessionAtom, signInCountAtom } from "#web/state/session.ts";
import { clearTabStorage, readTabOwner, setTabOwner } from "#web/state/tab-owner.ts";

import { fetchUser } from "./auth.ts";
import { call } from "./call.ts";
import { ApiError, isSignedOut, serverMessage } from "./client.ts";

/** From sign-in to the second user check and the redirect to / (SPEC 9). */
export const RECHECK_DELAY_MS = 500;
export const REDIRECT_DELAY_MS = 500;

export const SIGNED_OUT_CHANNEL = "signed-out";

export const SIGNED_IN_CHANNEL = "signed-in";

type Store = ReturnType<typeof createStore>;

export const useCheckSession = (): (() => Promise<void>) => useSessionAction(checkSession);
export const useEnterSession = (): ((user: User) => void) => useSessionAction(enterSession);
export const useClearSession = (): (() => void) => useSessionAction(clearSession);

function useSessionAction<Args extends readonly unknown[], Result>(
  run: (store: Store, queries: QueryClient, ...args: Args) => Result,
): (...args: Args) => Result {
  const store = useStore();
  const queries = useQueryClient();
  return useCallback((...args) => run(store, queries, ...args), [run, store, queries]);
}

async function checkSession(store: Store, queries: QueryClient): Promise<void> {
  const sessionBefore = store.get(sessionAtom);
  const session = await fetchSession();
  if (store.get(sessionAtom) !== sessionBefore) return;
  // `useSessionRecheck` checks again.
  if (session.status === "error" && isCachedSession(sessionBefore)) return store.set(sessionAtom, { ...sessionBefore });
  const isOtherMember = session.status === "signed-in" && clearPreviousMember(queries, session.user.id);
  if (session.status === "signed-out") removeQueries(queries);
  // A transition keeps the page until members' pages have loaded. The page of another member has to go at once.
  (isOtherMember ? flushSync : startTransition)(() => store.set(sessionAtom, session));
}

function enterSession(store: Store, queries: QueryClient, user: User): void {
  setPendingSignOut(false);
  clearPreviousMember(queries, user.id);
  store.set(sessionAtom, { status: "signed-in", user });
  store.set(signInCountAtom, (count) => count + 1);
  notifyTabs(SIGNED_IN_CHANNEL, user.id);
}

function clearSession(store: Store, queries: QueryClient): void {
  store.set(sessionAtom, { status: "signed-out" });
  clearMemberState(queries);
}

/** Does nothing for the tab's member. @returns true if the tab was another's */
export function clearPreviousMember(queries: QueryClient, userId: number): boolean {
  const previousOwner = readTabOwner();
  if (previousOwner === userId) return false;
  if (previousOwner === null) clearTabStorage();
  else clearMemberState(queries);
  setTabOwner(userId);
  return previousOwner !== null;
}

function clearMemberState(queries: QueryClient): void {
  removeQueries(queries);
  clearTabStorage();
}

function removeQueries(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== pathOf("GET /api/club") });
}

async function fetchSession(): Promise<Session> {
  const hasEnded = !hasPendingSignOut();
  try {
    if (!hasEnded) {
      await call("POST /api/auth/logout");
      setPendingSignOut(false);
    }
    return { status: "signed-in", user: await fetchUser() };
  } catch (error) {
    if (isSignedOut(error)) return { status: "signed-out", ended: hasEnded };
    const fallback = error instanceof ApiError ? `Server error: ${error.status}` : "Unknown error";
    return { status: "error", message: serverMessage(error) ?? fallback };
  }
}
