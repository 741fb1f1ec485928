import type { SyncParts } from "#web/listening/saving/progress-sync.ts";

/** Keeps no saves on the device. */
export const emptyStore: SyncParts["store"] = {
  keep: async () => undefined,
  backlog: async () => [],
  forget: async () => undefined,
  place: async () => null,
};
