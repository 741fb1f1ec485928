import { useEffect } from "react";

import { SIGNED_OUT_CHANNEL, useCheckSession, useForgetSession } from "#web/state/session-actions.ts";

/** Asks who is signed in when the page opens or comes back from the browser's history, and hears sign-outs of other tabs. */
export function useSessionWatch(): void {
  const check = useCheckSession();
  const forget = useForgetSession();

  useEffect(() => {
    void check();
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void check();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [check]);

  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_OUT_CHANNEL);
    channel.addEventListener("message", forget);
    return () => channel.close();
  }, [forget]);
}
