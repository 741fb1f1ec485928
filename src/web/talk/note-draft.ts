import { createDraftAtom } from "#web/state/draft-atom.ts";

/** A position in the reader or the player, with the selected text or the time. */
export type NotePosition = { fraction: number; quote: string; time: string };

/** A draft and the position it's about; `moment` is null for the member's own position. */
export type NoteDraft = {
  bookId: number;
  text: string;
  quote: string;
  place: string;
  kind: "note" | "question";
  moment: NotePosition | null;
};

/** Shared by the talk's page and the sheet over a book. */
export const noteDraftAtom = createDraftAtom<NoteDraft>("note-draft");
