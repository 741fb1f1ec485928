import { type ReactNode, useState } from "react";

import { agoText } from "#web/listening/player/format-time.ts";
import { placeText } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/place.ts";
import type { MediumOffer } from "#web/progress/use-place-offer.ts";
import { Button } from "#web/ui/forms/button.tsx";

import type { Reader } from "./reader.ts";
import type { ReadingSync } from "./reading-sync.ts";

type OnAnswer = (choice: "go" | "stay") => void;
type PositionPromptProps = { title: string; children: ReactNode; goLabel: string; onAnswer: OnAnswer };

function PositionPrompt({ title, children, goLabel, onAnswer }: PositionPromptProps) {
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0">
        <strong>{title}</strong> {children}
      </span>
      <span className="flex gap-2">
        <Button variant="season" className="px-4! text-sm" onClick={() => onAnswer("go")}>
          {goLabel}
        </Button>
        <Button variant="quiet" className="px-4! text-sm" onClick={() => onAnswer("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

type OtherDeviceProps = { offer: Offer; sync: ReadingSync; reader: Reader };

export function OtherDevicePrompt({ offer, sync, reader }: OtherDeviceProps) {
  const [ago] = useState(() => agoText(new Date(offer.at), new Date()));
  const answer = async (choice: "go" | "stay") => {
    const where = sync.answerOffer(choice);
    if (choice === "go") await reader.view.restore({ kind: "place", ...where });
  };
  return (
    <PositionPrompt
      title={offer.isHere ? "You've read in another tab" : "You've read on another device"}
      goLabel="Go there"
      onAnswer={(choice) => void answer(choice)}
    >
      {placeText(offer)}, {ago}, at {Math.floor(offer.position * 100)}%.
    </PositionPrompt>
  );
}

type AudiobookOfferProps = { offer: MediumOffer; onAnswer: OnAnswer };

export function AudiobookOffer({ offer: { from, fraction, chapter, confidence }, onAnswer }: AudiobookOfferProps) {
  return (
    <PositionPrompt
      title={from === "paper" ? "You've read on in your paper copy" : "You've listened further"}
      goLabel="Read from there"
      onAnswer={onAnswer}
    >
      {confidence === "chapter" ? "About here" : "Somewhere around here"}:{" "}
      {chapter?.title ?? `${Math.floor(fraction * 100)}%`}.
    </PositionPrompt>
  );
}
