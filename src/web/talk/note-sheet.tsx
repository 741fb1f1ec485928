import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";

import { useGet } from "#web/api/use-get.ts";
import { useSendProgress } from "#web/progress/use-send-progress.ts";
import { verifiedUserAtom } from "#web/state/session.ts";
import { Sheet } from "#web/ui/layout/sheet.tsx";

import { chaptersOf } from "./chapter-position.ts";
import type { NotePosition } from "./note-draft.ts";
import { NoteForm } from "./note-form.tsx";

type Props = {
  bookId: number;
  hasText?: boolean;
  moment: NotePosition;
  /** `isSent` is false for a note that stays a draft. */
  onClose: (isSent: boolean) => void;
};

export function NoteSheet({ bookId, hasText = true, moment, onClose }: Props) {
  const talk = useTalkAtPosition(bookId);
  const { data: contents } = useGet("GET /api/books/:id/contents", { params: { id: bookId }, enabled: hasText });
  return (
    <Sheet onClose={() => onClose(false)} title="Write a note">
      <NoteForm
        bookId={bookId}
        // While the position is loading, the server decides what the member may see.
        reached={talk?.reached ?? moment.fraction}
        isOpen={talk?.open}
        chapters={chaptersOf(contents)}
        moment={moment}
        onSent={() => onClose(true)}
      />
    </Sheet>
  );
}

/** Fetches the talk after the server has received the open position. Its notes don't count as seen. */
function useTalkAtPosition(bookId: number) {
  const sendProgress = useSendProgress(useAtomValue(verifiedUserAtom)?.id);
  const [isPositionSent, setPositionSent] = useState(false);
  useEffect(() => void sendProgress().then(() => setPositionSent(true)), [sendProgress]);
  return useGet("GET /api/books/:id/notes", { params: { id: bookId }, enabled: isPositionSent, staleTime: 0 }).data;
}
