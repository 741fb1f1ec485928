import { atomWithStorage, createJSONStorage } from "jotai/utils";

import { tabStorage } from "#web/lib/browser/device-storage.ts";

/** In tab storage, so that a draft survives signing in again. Works if the browser denies it. Cleared at sign-out. */
export const createDraftAtom = <Draft>(key: string) =>
  atomWithStorage<Draft | null>(
    key,
    null,
    createJSONStorage(() => ({
      getItem: tabStorage.read,
      setItem: tabStorage.write,
      removeItem: (removedKey) => tabStorage.write(removedKey, null),
    })),
    { getOnInit: true },
  );
