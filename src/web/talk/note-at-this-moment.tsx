import { useAtomValue } from "jotai";
import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";

import type { Book } from "#contract/books.ts";
import { fractionAt } from "#contract/timeline.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatPlayTime } from "#web/listening/player/format-time.ts";
import { playerAtom } from "#web/listening/player/use-player.ts";
import { Button } from "#web/ui/forms/button.tsx";

import type { NotePosition } from "./note-draft.ts";
import { NoteSheet } from "./note-sheet.tsx";

export function NoteAtThisMoment({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const [moment, setMoment] = useState<NotePosition | null>(null);
  const { data } = useGet("GET /api/books/:id/timeline", {
    params: { id: book.id },
    enabled: book.ebookFilename !== null,
  });
  const openForm = () => {
    const { position = 0, duration = 0 } = player?.state() ?? {};
    const timeline = data?.timeline ?? [];
    const playedFraction = duration > 0 ? position / duration : 0;
    const fraction = timeline.length > 0 ? fractionAt(timeline, position) : playedFraction;
    player?.save("tick");
    setMoment({ fraction, quote: "", time: formatPlayTime(position) });
  };
  return (
    <>
      <Button icon={MessageSquarePlus} onClick={openForm}>
        Note at this moment
      </Button>
      {moment && (
        <NoteSheet
          bookId={book.id}
          hasText={book.ebookFilename !== null}
          moment={moment}
          onClose={() => setMoment(null)}
        />
      )}
    </>
  );
}
