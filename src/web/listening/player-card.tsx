import type { ReactNode } from "react";

import type { Book } from "#contract/books.ts";
import type { Player } from "#web/listening/player/player.ts";

import { PlayerControls } from "./player-controls.tsx";
import { PlayerHeader } from "./player-header.tsx";
import { PlayerLoading } from "./player-loading.tsx";

/** `fromText`: an offer to listen from a newer place in the text. */
type Props = { book: Book; player: Player | null; fromText: ReactNode };

/** The book and its controls, which a phone shows on one screen. */
export function PlayerCard({ book, player, fromText }: Props) {
  return (
    <section aria-label="Audiobook player" className="rounded-lg border border-line bg-sheet shadow-page">
      <PlayerHeader book={book} />
      {player ? (
        <PlayerControls book={book} player={player} fromText={fromText} />
      ) : (
        <PlayerLoading chapters={book.chapters.length} />
      )}
    </section>
  );
}
