import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { BookOpenText } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { query } from "#web/api/query.ts";
import { PlaceOffer } from "#web/listening/newer-position-notice.tsx";
import { distanceText } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom, usePlayerState } from "#web/listening/player/use-player.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { ImHereInAudio } from "./anchor-prompt.tsx";
import { SWITCH_OVERLAP_SECONDS } from "./reading-sync.ts";
import { useFollowPaper, usePlaceOffer } from "./use-place-offer.ts";

export function ReadFromHere({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const { data } = useQuery({
    ...query("GET /api/books/:id/timeline", { params: { id: book.id } }),
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

/** Offers each newer place in the text once, in the player. */
export function ReadFromTextOffer({ player }: { player: Player }) {
  const { phase, playing, position } = usePlayerState(player);
  const { offer, dismiss } = usePlaceOffer(player.book.id, "reading");
  const setSwitched = useSetAtom(mediumSwitchAtom);
  const isShown = !playing && phase === "ready";
  const answer = (choice: "go" | "stay") => {
    dismiss();
    if (choice === "stay" || !offer) return;
    setSwitched({ bookId: player.book.id, to: "audio", fraction: offer.fraction });
    player.seek(Math.max(0, offer.seconds - SWITCH_OVERLAP_SECONDS));
  };
  useFollowPaper(isShown ? offer : null, () => answer("go"));
  if (!offer || !isShown) return null;
  return (
    <PlaceOffer
      icon={BookOpenText}
      title={offer.from === "paper" ? "You've read on in your paper copy" : "You've read further"}
      goLabel="Listen from there"
      onAnswer={answer}
    >
      {offer.confidence === "chapter" ? "About here" : "Somewhere around here"}:{" "}
      {offer.chapter && `${offer.chapter.title}, `}
      {distanceText(position, offer.seconds)}
    </PlaceOffer>
  );
}
