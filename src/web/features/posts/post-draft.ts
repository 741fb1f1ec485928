import { atomWithStorage, createJSONStorage } from "jotai/utils";

/** Null while closed; a blank one is only shown to whoever just opened it. In tab storage, so it survives signing in again; cleared at sign-out. */
export const postDraftAtom = atomWithStorage<string | null>(
  "post-draft",
  null,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);
