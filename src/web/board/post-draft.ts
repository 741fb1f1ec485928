import { atomWithStorage, createJSONStorage } from "jotai/utils";

/**
 * The text of an open form; null while it's closed. An empty form closes when the page is left. Kept in tab storage, so
 * that a draft survives signing in again, and cleared at sign-out.
 */
export const postDraftAtom = atomWithStorage<string | null>(
  "post-draft",
  null,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);
