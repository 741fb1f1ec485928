import { atomWithStorage, createJSONStorage } from "jotai/utils";

/** A place in the reader or the player, with the words selected or the time. */
export type Moment = { fraction: number; quote: string; time: string };

/** What was typed, and the place it's about; `moment` is null for the member's own. */
export type NoteDraft = {
  bookId: number;
  text: string;
  quote: string;
  place: string;
  kind: "note" | "question";
  moment: Moment | null;
};

/** The note being written, on the talk's page and over the book alike. Kept in tab storage, as `postDraftAtom`. */
export const noteDraftAtom = atomWithStorage<NoteDraft | null>(
  "note-draft",
  null,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);
