import { type ReactNode, useState } from "react";

import { fractionAt, type Timeline } from "#contract/timeline.ts";
import { agoText } from "#web/listening/player/time-text.ts";
import { placeText } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/place.ts";
import { Button } from "#web/ui/forms/button.tsx";

import type { Reader } from "./reader.ts";
import { type ReadingSync, SWITCH_OVERLAP_SECONDS } from "./reading-sync.ts";
import { useFollowPaper, type usePlaceOffer } from "./use-place-offer.ts";
import type { Destination } from "./view/destination.ts";

type Answer = (choice: "go" | "stay") => void;
type QuestionProps = { title: string; children: ReactNode; go: string; onAnswer: Answer };

/** In the bar, so that it's never over the words that are read. */
function Question({ title, children, go, onAnswer }: QuestionProps) {
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0">
        <strong>{title}</strong> {children}
      </span>
      <span className="flex gap-2">
        <Button variant="season" className="px-4! text-sm" onClick={() => onAnswer("go")}>
          {go}
        </Button>
        <Button variant="quiet" className="px-4! text-sm" onClick={() => onAnswer("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

type ElsewhereProps = { offer: Offer; sync: ReadingSync; reader: Reader };

/** Another page has read elsewhere. */
export function OtherDevicePrompt({ offer, sync, reader }: ElsewhereProps) {
  const [ago] = useState(() => agoText(new Date(offer.at), new Date()));
  const answer = async (choice: "go" | "stay") => {
    const where = sync.answer(choice);
    if (choice === "go") await reader.view.restore({ kind: "place", ...where });
  };
  return (
    <Question
      title={offer.isHere ? "You've read in another tab" : "You've read on another device"}
      go="Go there"
      onAnswer={(choice) => void answer(choice)}
    >
      {placeText(offer)}, {ago}, at {Math.floor(offer.position * 100)}%.
    </Question>
  );
}

type HeardProps = ReturnType<typeof usePlaceOffer> & {
  timeline: Timeline;
  reader: Reader;
  onGo: (seconds: number) => void;
};

/** The member has listened further. */
export function AudiobookOffer({ offer, dismiss, timeline, reader, onGo }: HeardProps) {
  const answer = (choice: "go" | "stay") => {
    dismiss();
    if (choice === "stay" || !offer) return;
    const { from, seconds, fraction } = offer;
    onGo(seconds);
    const known: Destination = { kind: "place", fraction, locator: null };
    const isSound = from === "listening" && timeline.length > 0;
    void reader.jump(isSound ? placeOf(timeline, seconds - SWITCH_OVERLAP_SECONDS) : known);
  };
  useFollowPaper(offer, () => answer("go"));
  if (!offer) return null;
  const { from, fraction, chapter, confidence } = offer;
  return (
    <Question
      title={from === "paper" ? "You've read on in your paper copy" : "You've listened further"}
      go="Read from there"
      onAnswer={answer}
    >
      {confidence === "chapter" ? "About here" : "Somewhere around here"}:{" "}
      {chapter?.title ?? `${Math.floor(fraction * 100)}%`}.
    </Question>
  );
}

export function placeOf(timeline: Timeline, seconds: number): Destination {
  return { kind: "place", fraction: fractionAt(timeline, Math.max(0, seconds)), locator: null };
}
