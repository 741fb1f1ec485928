import type { PlaceStore } from "#web/progress/store.ts";

/** Keeps nothing on the device. */
export const emptyStore: PlaceStore = {
  list: async () => [],
  countBooks: async () => 0,
  local: async () => null,
  write: async () => undefined,
  settle: async () => undefined,
  isOwnSave: async () => false,
};
