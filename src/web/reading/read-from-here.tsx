import { useAtomValue } from "jotai";
import { BookOpenText } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { useGet } from "#web/api/use-get.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom, usePlayerState } from "#web/listening/player/use-player.ts";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";

import { ImHereInAudio } from "./anchor-prompt.tsx";

export function ReadFromHere({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const { data } = useGet("GET /api/books/:id/timeline", {
    params: { id: book.id },
    enabled: book.ebookFilename !== null,
  });
  if (!player || player.book.id !== book.id || !data || data.timeline.length === 0) return null;
  return <ReadLink player={player} />;
}

function ReadLink({ player }: { player: Player }) {
  const { position } = usePlayerState(player);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ButtonLink to={`/read?at=${Math.floor(position)}`} icon={BookOpenText}>
        Read from here
      </ButtonLink>
      <ImHereInAudio player={player} />
    </div>
  );
}
