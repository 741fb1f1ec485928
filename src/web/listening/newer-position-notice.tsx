import { useSetAtom } from "jotai";
import { BookOpenText, type LucideIcon, Smartphone } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";

import { isolateText } from "#contract/isolate-text.ts";
import { chapterName, currentChapter } from "#web/listening/player/chapters.ts";
import { formatDistance, formatPlayTime, formatTimeAgo } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePlayerState } from "#web/listening/player/use-player.ts";
import { formatDevice } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/position.ts";
import { SWITCH_OVERLAP_SECONDS, usePositionOffer } from "#web/progress/use-position-offer.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { focusPlay } from "./transport.tsx";

type Props = {
  icon: LucideIcon;
  title: string;
  goLabel: string;
  onChoose: (choice: "go" | "stay") => void;
  children: ReactNode;
};

function PositionOffer({ icon: Icon, title, goLabel, onChoose, children }: Props) {
  const choose =
    (choice: "go" | "stay") =>
    ({ currentTarget }: MouseEvent) => {
      focusPlay(currentTarget);
      onChoose(choice);
    };
  return (
    <output className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-season bg-season-tint p-3 max-sm:text-sm">
      <Icon className="size-6 shrink-0 text-season max-sm:hidden" />
      <span className="min-w-0 flex-1 basis-44">
        <strong className="block">{title}</strong>
        {children}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="season" className="max-sm:px-4! max-sm:text-sm" onClick={choose("go")}>
          {goLabel}
        </Button>
        <Button className="max-sm:px-4! max-sm:text-sm" onClick={choose("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

/** Offers a newer position of another device, else one in the text or on paper. */
export function NewerPositionNotice({ player }: { player: Player }) {
  const { phase, isPlaying, saving, position } = usePlayerState(player);
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  const { offer: textOffer, onChoose } = usePositionOffer(player.book.id, {
    medium: "reading",
    isShown: !isPlaying && phase === "ready" && !saving.offer,
    onGo: ({ fraction, seconds }) => {
      setMediumSwitch({ bookId: player.book.id, to: "audio", fraction });
      player.seek(Math.max(0, seconds - SWITCH_OVERLAP_SECONDS));
    },
  });
  const { offer } = saving;
  if (phase === "loading") return null;
  if (offer)
    return (
      <PositionOffer
        icon={Smartphone}
        title={offer.isFromThisDevice ? "You listened in another tab" : "You listened on another device"}
        goLabel="Go there"
        onChoose={player.chooseOffer}
      >
        {formatOffer(player, offer)}, {formatDistance(position, offer.position)} (
        <span className="whitespace-nowrap">{formatPlayTime(offer.position)}</span>)
      </PositionOffer>
    );
  if (!textOffer) return null;
  return (
    <PositionOffer
      icon={BookOpenText}
      title={textOffer.from === "paper" ? "You've read on in your paper copy" : "You've read further"}
      goLabel="Listen from there"
      onChoose={onChoose}
    >
      {textOffer.confidence === "chapter" ? "About here" : "Somewhere around here"}:{" "}
      {textOffer.chapter && `${isolateText(textOffer.chapter.title)}, `}
      {formatDistance(position, textOffer.seconds)}
    </PositionOffer>
  );
}

function formatOffer({ book }: Player, offer: Offer): string {
  const agoLabel = formatTimeAgo(new Date(offer.updatedAt ?? 0), new Date());
  const chapter = currentChapter(book.chapters, offer.position, book.audiobookSeconds ?? 0);
  return `${formatDevice(offer)}, ${agoLabel}${chapter ? `: ${chapterName(chapter)}` : ""}`;
}
