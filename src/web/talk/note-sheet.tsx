import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";

import { useGet } from "#web/api/use-get.ts";
import { useSendProgress } from "#web/progress/use-send-progress.ts";
import { verifiedUserAtom } from "#web/state/session.ts";
import { Sheet } from "#web/ui/layout/sheet.tsx";

import { chaptersOf } from "./chapter-position.ts";
import type { NotePlace } from "./note-draft.ts";
import { NoteForm } from "./note-form.tsx";

type Props = {
  bookId: number;
  hasText: boolean;
  moment: NotePlace;
  /** `isSent` is false for a note that stays a draft. */
  onClose: (isSent: boolean) => void;
};

export function NoteSheet({ bookId, hasText, moment, onClose }: Props) {
  const talk = useTalkAtPlace(bookId);
  const { data: contents } = useGet("GET /api/books/:id/contents", { params: { id: bookId }, enabled: hasText });
  return (
    <Sheet isOpen onClose={() => onClose(false)} title="Write a note">
      <NoteForm
        bookId={bookId}
        // While the place is loading, the server decides what the member may see.
        reached={talk?.reached ?? moment.fraction}
        isOpen={talk?.open}
        chapters={chaptersOf(contents)}
        moment={moment}
        onSent={() => onClose(true)}
      />
    </Sheet>
  );
}

/** Fetches the talk after the server has received the open place. Its notes don't count as seen. */
function useTalkAtPlace(bookId: number) {
  const sendProgress = useSendProgress(useAtomValue(verifiedUserAtom)?.id);
  const [isPlaceSent, setPlaceSent] = useState(false);
  useEffect(() => void sendProgress().then(() => setPlaceSent(true)), [sendProgress]);
  return useGet("GET /api/books/:id/notes", { params: { id: bookId }, enabled: isPlaceSent, staleTime: 0 }).data;
}
