import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { BookOpenText } from "lucide-react";
import { Link } from "react-router";

import type { Book } from "#contract/books.ts";
import { timelineQuery } from "#web/api/reading.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom, usePlayerState } from "#web/listening/player/use-player.ts";
import { focusPlay } from "#web/listening/transport.tsx";
import { mediumSwitchAtom } from "#web/state/medium-switch.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";

import { BEFORE_SECONDS } from "./before-seconds.ts";
import { ImHereInSound } from "./im-here.tsx";
import { usePlaceOffer } from "./use-place-offer.ts";

/** Opens the text at the same place. */
export function ReadFromHere({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const { data } = useQuery({ ...timelineQuery(book.id), enabled: book.ebookFilename !== null });
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
      <ImHereInSound player={player} />
    </div>
  );
}

/** Offers each newer place in the text once, in the player. */
export function ReadOffer({ player }: { player: Player }) {
  const { phase, playing } = usePlayerState(player);
  const { offer, dismiss } = usePlaceOffer(player.book.id, "reading");
  const setSwitched = useSetAtom(mediumSwitchAtom);
  if (!offer || playing || phase !== "ready") return null;
  return (
    <output className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-season/40 bg-season-tint p-4">
      <BookOpenText className="size-6 shrink-0 text-season" />
      <span className="min-w-0 flex-1 basis-48">
        <strong className="block">You've read further</strong>
        {offer.confidence === "chapter" ? "About here" : "Somewhere around here"}
        {offer.chapter && `: ${offer.chapter.title}`}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button
          variant="season"
          onClick={({ currentTarget }) => {
            focusPlay(currentTarget);
            dismiss();
            setSwitched({ bookId: player.book.id, to: "sound", fraction: offer.fraction });
            player.seek(Math.max(0, offer.seconds - BEFORE_SECONDS));
          }}
        >
          Listen from there
        </Button>
        <Button
          variant="quiet"
          onClick={({ currentTarget }) => {
            focusPlay(currentTarget);
            dismiss();
          }}
        >
          Stay here
        </Button>
      </span>
    </output>
  );
}
