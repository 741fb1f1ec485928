import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";

import { failureListeners } from "#web/api/client.ts";
import { isOtherMember } from "#web/api/failure-kind.ts";
import { invalidatePaths } from "#web/api/query-client.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { retryWithBackoff } from "#web/lib/browser/retry-with-backoff.ts";
import { deleteResponsesOfOthers } from "#web/offline/response-cache.ts";
import { isCachedSession, sessionAtom, verifiedUserAtom } from "#web/state/session.ts";

/** While the server responds with errors, and after it rejected another member's call. */
export function useSessionRecheck(): void {
  const check = useCheckSession();
  const store = useStore();
  const queries = useQueryClient();
  useEffect(
    () =>
      retryWithBackoff({
        isFailing: () => isCachedSession(store.get(sessionAtom)),
        subscribe: (onChange) => store.sub(sessionAtom, onChange),
        flush: () => void check().then(() => store.get(verifiedUserAtom) && invalidatePaths(queries)),
      }),
    [check, store, queries],
  );
  const verifiedUserId = useAtomValue(verifiedUserAtom)?.id;
  useEffect(() => {
    if ("caches" in globalThis && verifiedUserId !== undefined)
      deleteResponsesOfOthers(verifiedUserId).catch(() => undefined);
  }, [verifiedUserId]);
  useEffect(() => {
    const checkOtherMember = (error: unknown) => isOtherMember(error) && void check();
    failureListeners.add(checkOtherMember);
    return () => void failureListeners.delete(checkOtherMember);
  }, [check]);
}
