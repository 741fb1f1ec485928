import { useState, useSyncExternalStore } from "react";

import { fractionAt, type Timeline } from "#contract/timeline.ts";
import type { Offer } from "#web/listening/saving/progress-sync.ts";

import { BEFORE_SECONDS } from "./before-seconds.ts";
import { ElsewhereNotice, HeardNotice } from "./notices.tsx";
import type { Reader } from "./reader.ts";
import type { ReadingSync } from "./reading-sync.ts";
import type { usePlaceOffer } from "./use-place-offer.ts";
import type { Destination } from "./view/book-view.ts";

type ElsewhereProps = { offer: Offer; sync: ReadingSync; reader: Reader; isLine: boolean };

/** A newer place of another device. */
export function OtherDeviceOffer({ sync, reader, ...props }: ElsewhereProps) {
  const answer = async (choice: "go" | "stay") => {
    const where = await sync.answer(choice);
    if (choice === "go") await reader.view.restore({ kind: "place", ...where });
  };
  return <ElsewhereNotice {...props} onAnswer={(choice) => void answer(choice)} />;
}

type HeardProps = ReturnType<typeof usePlaceOffer> & {
  timeline: Timeline;
  reader: Reader;
  isLine: boolean;
  onGo: (seconds: number) => void;
};

/** A newer place in the audiobook. */
export function AudiobookOffer({ offer, dismiss, timeline, reader, isLine, onGo }: HeardProps) {
  if (!offer) return null;
  const answer = (choice: "go" | "stay") => {
    dismiss();
    if (choice === "stay") return;
    onGo(offer.seconds);
    const known: Destination = { kind: "place", fraction: offer.fraction, locator: null };
    const target = timeline.length > 0 ? placeOf(timeline, offer.seconds - BEFORE_SECONDS) : known;
    void reader.jump(target);
  };
  return <HeardNotice offer={offer} isLine={isLine} onAnswer={answer} />;
}

/** True once a page was turned after `asked` came. */
export function usePageTurnedSince(reader: Reader, asked: string): boolean {
  const [shown, setShown] = useState({ asked, turnedAt: reader.turnedAt() });
  if (shown.asked !== asked) setShown({ asked, turnedAt: reader.turnedAt() });
  return useSyncExternalStore(reader.subscribe, () => reader.turnedAt() > shown.turnedAt);
}

export function placeOf(timeline: Timeline, seconds: number): Destination {
  return { kind: "place", fraction: fractionAt(timeline, Math.max(0, seconds)), locator: null };
}
