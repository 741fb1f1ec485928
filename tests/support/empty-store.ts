import type { PlaceStore } from "#web/places/store.ts";

/** Keeps nothing on the device. */
export const emptyStore: PlaceStore = {
  list: async () => [],
  countBooks: async () => 0,
  local: async () => null,
  keep: async () => undefined,
  settle: async () => undefined,
  hasMade: async () => false,
};
