import { atomWithStorage, createJSONStorage } from "jotai/utils";

/**
 * The text of an open form; null while it's closed. In tab storage, so that a draft survives signing in again. Cleared
 * at sign-out.
 */
export const postDraftAtom = atomWithStorage<string | null>(
  "post-draft",
  null,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);
