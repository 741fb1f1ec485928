import { useAtomValue, useSetAtom, useStore } from "jotai";
import { useEffect } from "react";

import {
  RECHECK_DELAY,
  SIGNED_IN_CHANNEL,
  SIGNED_OUT_CHANNEL,
  useCheckSession,
  useForgetSession,
} from "#web/api/session-actions.ts";
import { hasNoSessionCookie } from "#web/lib/page-facts.ts";
import { entriesAtom, ownerAtom, sessionAtom, userAtom } from "#web/state/session.ts";

/**
 * Checks the session on page load, on return from the browser's history and after a sign-in; follows sign-outs and
 * sign-ins in other tabs.
 */
export function useSessionWatch(): void {
  const check = useCheckSession();
  const forget = useForgetSession();
  const setSession = useSetAtom(sessionAtom);
  const entries = useAtomValue(entriesAtom);

  useEffect(() => {
    if (hasNoSessionCookie()) setSession({ status: "signed-out" });
    else void check();
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void check();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [check, setSession]);

  useEffect(() => {
    if (entries === 0) return;
    const timer = setTimeout(() => void check(), RECHECK_DELAY);
    return () => clearTimeout(timer);
  }, [entries, check]);

  const owner = useAtomValue(ownerAtom);
  useEffect(() => {
    if (owner === null) return;
    void import("#web/listening/saving/waiting-bookmarks.ts").then(({ forgetBookmarks }) => forgetBookmarks(owner));
  }, [owner]);

  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_OUT_CHANNEL);
    channel.addEventListener("message", forget);
    return () => channel.close();
  }, [forget]);

  const store = useStore();
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    channel.addEventListener("message", ({ data }) => {
      const user = store.get(userAtom);
      if (user?.id === data) return;
      // this page's requests would now be that other person's
      if (user) forget();
      void check();
    });
    return () => channel.close();
  }, [check, forget, store]);
}
