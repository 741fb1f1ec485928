import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";

import { pathOf } from "#contract/path-of.ts";
import type { User } from "#contract/users.ts";
import { pickValidFields } from "#web/api/club.ts";
import type { CachedResponse } from "#web/offline/response-cache.ts";
import { hasPendingSignOut } from "#web/state/pending-sign-out.ts";
import { sessionAtom } from "#web/state/session.ts";
import { clearTab, readTabOwner, setTabOwner } from "#web/state/tab-owner.ts";

type Store = ReturnType<typeof createStore>;

/**
 * Shows the last visit's answers to the member they belong to, until the server has answered (decision 0029).
 * @returns whether there are any
 */
export function hydrateFromCache(store: Store, queries: QueryClient, stored: readonly CachedResponse[]): boolean {
  const user = stored.find(({ path }) => path === pathOf("GET /api/auth/user"))?.body as User | undefined;
  if (typeof user?.id !== "number" || hasPendingSignOut()) return false;
  setCachedSession(store, user);
  for (const { path, body, at } of stored)
    queries.setQueryData([path], path === pathOf("GET /api/club") ? pickValidFields(body) : body, { updatedAt: at });
  void queries.invalidateQueries({ refetchType: "none" });
  return true;
}

/** Until the server has said who it is. */
function setCachedSession(store: Store, user: User): void {
  store.set(sessionAtom, { status: "signed-in", user, isStored: true });
  if (readTabOwner() === user.id) return;
  clearTab();
  setTabOwner(user.id);
}
