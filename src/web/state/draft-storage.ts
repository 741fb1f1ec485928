import { createJSONStorage } from "jotai/utils";

import { tabStorage } from "#web/lib/browser/device-storage.ts";

/** Tab storage, so that a draft survives signing in again. Works if the browser denies it. Cleared at sign-out. */
export const createDraftStorage = <Draft>() =>
  createJSONStorage<Draft>(() => ({
    getItem: tabStorage.read,
    setItem: tabStorage.write,
    removeItem: (key) => tabStorage.write(key, null),
  }));
