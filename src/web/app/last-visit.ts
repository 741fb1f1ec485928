import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";

import { pathOf } from "#contract/path-of.ts";
import type { User } from "#contract/users.ts";
import { usableFacts } from "#web/api/club.ts";
import type { StoredAnswer } from "#web/offline/last-answers.ts";
import { sessionAtom } from "#web/state/session.ts";
import { clearTab, readTabOwner, setTabOwner } from "#web/state/tab-owner.ts";
import { signOutWaits } from "#web/state/waiting-sign-out.ts";

type Store = ReturnType<typeof createStore>;

/**
 * Shows the last visit's answers to the member they belong to, until the server has answered (decision 0029).
 * @returns whether there are any
 */
export function showLastVisit(store: Store, queries: QueryClient, stored: readonly StoredAnswer[]): boolean {
  const user = stored.find(({ path }) => path === pathOf("GET /api/auth/user"))?.body as User | undefined;
  if (typeof user?.id !== "number" || signOutWaits()) return false;
  enter(store, user);
  for (const { path, body, at } of stored)
    queries.setQueryData([path], path === pathOf("GET /api/club") ? usableFacts(body) : body, { updatedAt: at });
  void queries.invalidateQueries({ refetchType: "none" });
  return true;
}

/** Until the server has said who it is. */
function enter(store: Store, user: User): void {
  store.set(sessionAtom, { status: "signed-in", user, isStored: true });
  if (readTabOwner() === user.id) return;
  clearTab();
  setTabOwner(user.id);
}
