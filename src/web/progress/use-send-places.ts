import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import { logProblem } from "#web/lib/browser/log.ts";

/**
 * Sends the saves that wait on this device wherever the app is open, also those of a closed player or reader. Their code
 * loads after the first page, which doesn't need it.
 * @returns sends again; resolves whether anything arrived or not
 */
export function useSendPlaces(userId: number | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const send = useCallback(async () => {
    if (userId === undefined) return;
    try {
      const { placesOf } = await import("./places.ts");
      await placesOf(userId, queries).flush();
    } catch (error) {
      // the next page finds the saves again, and what was written is sent without them
      logProblem("The saved places could not be sent", error);
    }
  }, [userId, queries]);
  useEffect(() => void send(), [send]);
  return send;
}
