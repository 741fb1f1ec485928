import { atomWithStorage } from "jotai/utils";

import { createDraftStorage } from "#web/state/draft-storage.ts";

/** The text of an open form; null while it's closed. */
export const postDraftAtom = atomWithStorage<string | null>("post-draft", null, createDraftStorage(), {
  getOnInit: true,
});
