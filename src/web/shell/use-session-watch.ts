import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";

import { isSurelyNobody } from "#web/lib/page-facts.ts";
import { RECHECK_DELAY, SIGNED_OUT_CHANNEL, useCheckSession, useForgetSession } from "#web/state/session-actions.ts";
import { entriesAtom, sessionAtom } from "#web/state/session.ts";

/**
 * Asks who is signed in when the page opens, comes back from the browser's history, and after a sign-in;
 * hears sign-outs of other tabs.
 */
export function useSessionWatch(): void {
  const check = useCheckSession();
  const forget = useForgetSession();
  const setSession = useSetAtom(sessionAtom);
  const entries = useAtomValue(entriesAtom);

  useEffect(() => {
    if (isSurelyNobody()) setSession({ status: "signed-out" });
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

  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_OUT_CHANNEL);
    channel.addEventListener("message", forget);
    return () => channel.close();
  }, [forget]);
}
