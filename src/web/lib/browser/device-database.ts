import { createStore, type UseStore } from "idb-keyval";

import { withTimeout } from "./retry.ts";

/** Safari's IndexedDB sometimes never answers; the page then goes on without it. */
const PATIENCE_MS = 2000;

/**
 * A store of the device that may die at any time: iOS closes connections of pages that were in the background, and some
 * browsers never answer. What fails is tried once more, on a new connection. What is done twice must be harmless.
 * @throws Error when that fails, too
 */
export function openDeviceStore(database: string, name: string, connect: typeof createStore = createStore): UseStore {
  let store: UseStore | null = null;
  const run: UseStore = async (mode, work) => {
    store ??= connect(database, name);
    return withTimeout(PATIENCE_MS, store(mode, work), "The browser's storage does not answer");
  };
  return async (mode, work) => {
    try {
      return await run(mode, work);
    } catch {
      store = null;
      return run(mode, work);
    }
  };
}
