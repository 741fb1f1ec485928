import { useCallback } from "react";

import { logout } from "#web/api/auth.ts";
import { SIGNED_OUT_CHANNEL, tellTabs, useForgetSession } from "#web/api/session-actions.ts";
import { logProblem } from "#web/lib/log.ts";
import { forgetBookmarks } from "#web/listening/saving/waiting-bookmarks.ts";
import { noteSignOut } from "#web/state/waiting-sign-out.ts";

import { removeKept } from "./kept-book.ts";

/** Signs out. The page forgets the member even if the call fails (SPEC 4); the server then hears of it at the next visit. */
export function useSignOut(): () => Promise<void> {
  const forget = useForgetSession();
  return useCallback(async () => {
    try {
      await logout();
    } catch (error) {
      logProblem("Sign-out failed", error);
      // else the session would live on, and the next visit would find the member signed in
      noteSignOut(true);
    } finally {
      forget();
      void removeKeptBook();
      void forgetBookmarks();
      tellTabs(SIGNED_OUT_CHANNEL, null);
    }
  }, [forget]);
}

/** The service worker hears of it by the call; but a page may stand without its worker, after a forced reload. */
async function removeKeptBook(): Promise<void> {
  if (!("caches" in globalThis)) return;
  try {
    await removeKept(caches);
  } catch (error) {
    // A browser that refuses storage has kept nothing.
    logProblem("The kept audiobook could not be removed", error);
  }
}
