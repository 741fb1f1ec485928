import { atomWithStorage } from "jotai/utils";

import { createDraftStorage } from "#web/state/draft-storage.ts";

/** A place in the reader or the player, with the selected text or the time. */
export type NotePlace = { fraction: number; quote: string; time: string };

/** A draft and the place it's about; `moment` is null for the member's own place. */
export type NoteDraft = {
  bookId: number;
  text: string;
  quote: string;
  place: string;
  kind: "note" | "question";
  moment: NotePlace | null;
};

/** Shared by the talk's page and the sheet over a book. */
export const noteDraftAtom = atomWithStorage<NoteDraft | null>("note-draft", null, createDraftStorage(), {
  getOnInit: true,
});
