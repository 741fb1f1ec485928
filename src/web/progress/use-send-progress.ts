import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import { logProblem } from "#web/lib/browser/log.ts";
import { retryImport } from "#web/lib/browser/retry.ts";

const importProgressSyncs = () => import("./progress-syncs.ts");

/** Sends the saves of closed players and readers, too. Their code loads after the first page, which doesn't need it. */
export function useSendProgress(userId: number | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const send = useCallback(async () => {
    if (userId === undefined) return;
    try {
      const { progressSyncsOf } = await importProgressSyncs();
      await progressSyncsOf(userId, queries).flush();
    } catch (error) {
      logProblem("Failed to send the saved positions", error);
    }
  }, [userId, queries]);
  useEffect(() => {
    let hasEnded = false;
    // Without this code, no later event sends them.
    void retryImport(importProgressSyncs).then(() => (hasEnded ? undefined : send()));
    return () => void (hasEnded = true);
  }, [send]);
  return send;
}
