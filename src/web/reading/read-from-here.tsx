import { useAtomValue } from "jotai";
import { BookOpenText } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { useGet } from "#web/api/use-get.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom, usePlayerState } from "#web/listening/player/use-player.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

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
      <Link to={`/read?at=${Math.floor(position)}`} className={buttonClass("quiet")}>
        <BookOpenText className="size-5" />
        Read from here
      </Link>
      <ImHereInAudio player={player} />
    </div>
  );
}
