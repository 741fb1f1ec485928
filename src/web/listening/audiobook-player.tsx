import { useEffect } from "react";

import type { Book } from "#contract/books.ts";
import { usePlayer } from "#web/listening/player/use-player.ts";

import { PlayerCard } from "./player-card.tsx";
import { PlayerLoading } from "./player-loading.tsx";

/** Saves when its page is left; the mini player keeps playing. */
export function AudiobookPlayer({ book, userId }: { book: Book; userId: number }) {
  const player = usePlayer(book, userId);
  useEffect(() => {
    if (!player) return undefined;
    player.preload();
    return () => player.save("leave");
  }, [player]);
  return player ? <PlayerCard player={player} /> : <PlayerLoading chapters={book.chapters.length} />;
}
