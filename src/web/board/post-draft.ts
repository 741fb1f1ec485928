import { createDraftAtom } from "#web/state/draft-atom.ts";

/** The text of an open form; null while it's closed. */
export const postDraftAtom = createDraftAtom<string>("post-draft");
