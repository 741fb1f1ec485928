import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useCallback } from "react";

import { call } from "#web/api/call.ts";
import { SIGNED_OUT_CHANNEL, useClearSession } from "#web/api/session-actions.ts";
import { notifyTabs } from "#web/lib/browser/channel.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { deleteCopy } from "#web/offline/copy/copy.ts";
import { deleteQueue } from "#web/offline/queue/store.ts";
import { runBeforeSignOutHooks, setPendingSignOut } from "#web/state/before-sign-out.ts";
import { userAtom } from "#web/state/session.ts";

/** Signs out even if the call fails (SPEC 4); the next visit calls again. */
export function useSignOut(): () => Promise<void> {
  const clearMemberData = useClearSession();
  const queries = useQueryClient();
  const store = useStore();
  return useCallback(async () => {
    const userId = store.get(userAtom)?.id;
    await runBeforeSignOutHooks();
    await queries.cancelQueries();
    try {
      await call("POST /api/auth/logout");
    } catch (error) {
      logProblem("Sign-out failed", error);
      setPendingSignOut(true);
    } finally {
      clearMemberData();
      void deleteStored();
      if (userId !== undefined) void deleteQueue(userId);
      notifyTabs(SIGNED_OUT_CHANNEL, null);
    }
  }, [clearMemberData, queries, store]);
}

/** As the service worker does, which a page lacks after a forced reload. */
async function deleteStored(): Promise<void> {
  if (!("caches" in globalThis)) return;
  try {
    await deleteCopy();
  } catch (error) {
    logProblem("Offline storage could not be cleared", error);
  }
}
