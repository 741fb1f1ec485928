import { atomWithStorage, createJSONStorage } from "jotai/utils";

import { tabStorage } from "#web/lib/browser/device-storage.ts";

/** JSON in a storage that never throws. */
export const createSafeJsonStorage = <Value>({ read, write }: typeof tabStorage) =>
  createJSONStorage<Value>(() => ({
    getItem: read,
    setItem: write,
    removeItem: (key) => write(key, null),
  }));

/** In tab storage, so that a draft survives signing in again. Works if the browser denies it. Cleared at sign-out. */
export const createDraftAtom = <Draft>(key: string) =>
  atomWithStorage<Draft | null>(key, null, createSafeJsonStorage(tabStorage), { getOnInit: true });
