import { atomWithStorage, createJSONStorage } from "jotai/utils";

/**
 * The form's text, null while closed. In tab storage, so it survives 'Please refresh the page and log in again';
 * cleared at sign-out.
 */
export const postDraftAtom = atomWithStorage<string | null>(
  "post-draft",
  null,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);
