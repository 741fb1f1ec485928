import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { BookOpenText } from "lucide-react";
import { Link } from "react-router";

import type { Book } from "#contract/books.ts";
import { timelineQuery } from "#web/api/reading.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom, usePlayerState } from "#web/listening/player/use-player.ts";
import { switchedAtom } from "#web/state/switched.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";

import { BEFORE_SECONDS } from "./before-seconds.ts";
import { ImHereInSound } from "./im-here.tsx";
import { usePlaceOffer } from "./use-place-offer.ts";

/** Opens the text, and offers each newer place in it once. */
export function ReadFromHere({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const { data } = useQuery({ ...timelineQuery(book.id), enabled: book.ebookFilename !== null });
  if (!player || player.book.id !== book.id || !data || data.timeline.length === 0) return null;
  return <Ways player={player} />;
}

function Ways({ player }: { player: Player }) {
  const { phase, position, playing } = usePlayerState(player);
  const { offer, dismiss } = usePlaceOffer(player.book.id, "reading");
  const setSwitched = useSetAtom(switchedAtom);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Link to={`/read?at=${Math.floor(position)}`} className={buttonClass("quiet")}>
        <BookOpenText aria-hidden="true" className="size-5" />
        Read from here
      </Link>
      {offer && !playing && phase === "ready" && (
        <output className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-season/40 bg-season-tint px-4 py-2">
          <span>
            <strong className="block">You've read further</strong>
            {offer.confidence === "chapter" ? "About here" : "Somewhere around here"}
            {offer.chapter && `: ${offer.chapter.title}`}
          </span>
          <span className="flex gap-2">
            <Button
              variant="season"
              onClick={() => {
                dismiss();
                setSwitched({ bookId: player.book.id, to: "sound", fraction: offer.fraction });
                player.seek(Math.max(0, offer.seconds - BEFORE_SECONDS));
              }}
            >
              Listen from there
            </Button>
            <Button variant="quiet" onClick={dismiss}>
              Stay here
            </Button>
          </span>
        </output>
      )}
      <ImHereInSound player={player} />
    </div>
  );
}
