import { useAtomValue } from "jotai";

import type { Book } from "#contract/books.ts";
import type { Player } from "#web/listening/player/player.ts";
import { seasonAtom } from "#web/state/season.ts";
import { BookCover } from "#web/ui/images/book-cover.tsx";
import { Mascot } from "#web/ui/images/mouse-image.tsx";

import { PlayerControls, PlayerLoading } from "./player-controls.tsx";

export function PlayerCard({ book, player }: { book: Book; player: Player | null }) {
  return (
    <section aria-label="Audiobook player" className="rounded-lg border border-line bg-sheet shadow-page">
      <PlayerHeader book={book} />
      {player ? <PlayerControls book={book} player={player} /> : <PlayerLoading chapterCount={book.chapters.length} />}
    </section>
  );
}

/** The image moves below the title when large type would break its words. */
function PlayerHeader({ book }: { book: Book }) {
  const season = useAtomValue(seasonAtom);
  const { title, author, coverImage } = book;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-lg bg-season-ground px-4 py-3 text-on-solid sm:gap-x-5 sm:px-7 sm:py-5">
      <BookCover title={title} author={author} coverImage={coverImage} className="w-12 sm:w-20" isFirst />
      <div className="min-w-0 flex-1 basis-[7rem]">
        <h1 className="line-clamp-3 text-lg leading-snug sm:text-2xl">{title}</h1>
        <p className="text-sm sm:mt-0.5 sm:text-base">by {author}</p>
      </div>
      {season && <Mascot season={season} className="-mb-3 ml-auto size-16 shrink-0 self-end sm:-mb-5 sm:size-28" />}
    </div>
  );
}
