import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect } from "react";

import { refetch } from "#web/api/query-client.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { retryWhileFailing } from "#web/lib/retry-while-failing.ts";
import { checkedUserAtom, isOfDevice, sessionAtom } from "#web/state/session.ts";

/** Checks the session again while the club is too broken to say who it is, and asks for what it didn't answer. */
export function useCheckedAgain(): void {
  const check = useCheckSession();
  const store = useStore();
  const queries = useQueryClient();
  useEffect(
    () =>
      retryWhileFailing({
        isFailing: () => isOfDevice(store.get(sessionAtom)),
        subscribe: (look) => store.sub(sessionAtom, look),
        flush: () => void check().then(() => store.get(checkedUserAtom) && refetch(queries)),
      }),
    [check, store, queries],
  );
}
