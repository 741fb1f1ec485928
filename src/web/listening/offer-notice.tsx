import { Smartphone } from "lucide-react";
import type { MouseEvent } from "react";

import { chapterName, currentChapter } from "#web/listening/player/chapters.ts";
import type { Player } from "#web/listening/player/player.ts";
import { agoText, clockText } from "#web/listening/player/time-text.ts";
import { deviceText } from "#web/listening/saving/device-name.ts";
import type { Offer } from "#web/listening/saving/progress-sync.ts";
import { Button } from "#web/ui/button.tsx";

import { focusPlay } from "./transport.tsx";

export function OfferNotice({ player, offer }: { player: Player; offer: Offer }) {
  const answer =
    (choice: "go" | "stay") =>
    ({ currentTarget }: MouseEvent) => {
      focusPlay(currentTarget);
      void player.answer(choice);
    };
  return (
    <output className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-season/40 bg-season-tint p-4">
      <Smartphone className="size-6 shrink-0 text-season" />
      <span className="min-w-0 flex-1 basis-48">
        <strong className="block">You listened on another device</strong>
        {offerText(player, offer)} <span className="whitespace-nowrap">({clockText(offer.position)})</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="season" onClick={answer("go")}>
          Go there
        </Button>
        <Button variant="quiet" onClick={answer("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

function offerText({ book }: Player, offer: Offer): string {
  const ago = agoText(new Date(offer.at), new Date());
  const chapter = currentChapter(book.chapters, offer.position, book.audiobookSeconds ?? 0);
  return `${deviceText(offer.device)}, ${ago}${chapter ? `: ${chapterName(chapter)}` : ""}`;
}
