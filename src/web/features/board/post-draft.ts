import { atomWithStorage, createJSONStorage } from "jotai/utils";

/**
 * What stands in the post form, or null while it is closed. Kept in the tab's storage: after 'Please refresh the page
 * and log in again' the text must still be there. Signing out clears it.
 */
export const postDraftAtom = atomWithStorage<string | null>(
  "post-draft",
  null,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);
