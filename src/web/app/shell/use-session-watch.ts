import { useAtomValue, useStore } from "jotai";
import { useEffect, useEffectEvent } from "react";

import {
  RECHECK_DELAY_MS,
  SIGNED_IN_CHANNEL,
  SIGNED_OUT_CHANNEL,
  useCheckSession,
  useClearSession,
} from "#web/api/session-actions.ts";
import { openChannel } from "#web/lib/browser/channel.ts";
import { useListener } from "#web/lib/hooks/use-listener.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { deleteCachedResponses } from "#web/offline/response-cache.ts";
import { isCachedSession, sessionAtom, signInCountAtom, userAtom } from "#web/state/session.ts";

/** Checks the session on load, on return and after a sign-in; follows other tabs. */
export function useSessionWatch(): void {
  const check = useCheckSession();
  const clearSession = useClearSession();
  const signInCount = useAtomValue(signInCountAtom);
  const store = useStore();

  useEffect(() => {
    const session = store.get(sessionAtom);
    if (session.status === "loading" || isCachedSession(session)) void check();
  }, [check, store]);
  useListener("pageshow", ({ persisted }) => persisted && void check());

  useTimeout(() => void check(), signInCount === 0 ? null : RECHECK_DELAY_MS, signInCount);

  // the service worker does the same, but a force-reloaded page has none
  const { status } = useAtomValue(sessionAtom);
  useEffect(() => {
    if ("caches" in globalThis && status === "signed-out") deleteCachedResponses().catch(() => undefined);
  }, [status]);

  useChannel(SIGNED_OUT_CHANNEL, clearSession);
  useChannel(SIGNED_IN_CHANNEL, (id) => {
    const user = store.get(userAtom);
    if (user?.id === id) return;
    // this page's calls would be the other member's
    if (user) clearSession();
    void check();
  });
}

function useChannel(name: string, run: (message: unknown) => void): void {
  const onMessage = useEffectEvent(run);
  useEffect(() => openChannel(name, (message) => onMessage(message)).close, [name]);
}
