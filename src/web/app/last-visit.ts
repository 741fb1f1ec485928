import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";

import type { User } from "#contract/users.ts";
import { fillIn } from "#web/api/query-client.ts";
import { enterAsStored } from "#web/api/session-actions.ts";
import type { StoredAnswer } from "#web/offline/last-answers.ts";
import { signOutWaits } from "#web/state/waiting-sign-out.ts";

/**
 * Shows the last visit's answers to the member they belong to, until the server has answered (decision 0029).
 * @returns whether there are any
 */
export function showLastVisit(
  store: ReturnType<typeof createStore>,
  queries: QueryClient,
  stored: readonly StoredAnswer[],
): boolean {
  const user = stored.find(({ path }) => path === "/api/auth/user")?.body as User | undefined;
  if (typeof user?.id !== "number" || signOutWaits()) return false;
  enterAsStored(store, user);
  fillIn(queries, stored);
  return true;
}
