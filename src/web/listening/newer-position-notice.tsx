import { type LucideIcon, Smartphone } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";

import { chapterName, currentChapter } from "#web/listening/player/chapters.ts";
import { agoText, clockText, distanceText } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePlayerState } from "#web/listening/player/use-player.ts";
import { placeText } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/place.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { focusPlay } from "./transport.tsx";

type Props = {
  icon: LucideIcon;
  title: string;
  goLabel: string;
  onAnswer: (choice: "go" | "stay") => void;
  children: ReactNode;
};

/** Offers a newer place. Choosing moves the focus to the play button. */
export function PlaceOffer({ icon: Icon, title, goLabel, onAnswer, children }: Props) {
  const answer =
    (choice: "go" | "stay") =>
    ({ currentTarget }: MouseEvent) => {
      focusPlay(currentTarget);
      onAnswer(choice);
    };
  return (
    <output className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-season bg-season-tint p-3 max-sm:text-sm">
      <Icon className="size-6 shrink-0 text-season max-sm:hidden" />
      <span className="min-w-0 flex-1 basis-44">
        <strong className="block">{title}</strong>
        {children}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="season" className="max-sm:px-4! max-sm:text-sm" onClick={answer("go")}>
          {goLabel}
        </Button>
        <Button variant="quiet" className="max-sm:px-4! max-sm:text-sm" onClick={answer("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

/** `fromText` offers a newer place in the text. One from another device comes first. */
export function NewerPositionNotice({ player, fromText }: { player: Player; fromText: ReactNode }) {
  const { phase, saving, position } = usePlayerState(player);
  const { offer } = saving;
  if (phase === "loading") return null;
  if (!offer) return fromText;
  return (
    <PlaceOffer
      icon={Smartphone}
      title={offer.isHere ? "You listened in another tab" : "You listened on another device"}
      goLabel="Go there"
      onAnswer={player.answer}
    >
      {offerText(player, offer)}, {distanceText(position, offer.position)} (
      <span className="whitespace-nowrap">{clockText(offer.position)}</span>)
    </PlaceOffer>
  );
}

function offerText({ book }: Player, offer: Offer): string {
  const ago = agoText(new Date(offer.at), new Date());
  const chapter = currentChapter(book.chapters, offer.position, book.audiobookSeconds ?? 0);
  return `${placeText(offer)}, ${ago}${chapter ? `: ${chapterName(chapter)}` : ""}`;
}
