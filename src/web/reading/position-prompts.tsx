import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

import type { Timeline } from "#contract/timeline.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { useQueryObserverCallback } from "#web/api/use-query-observer.ts";
import { formatTimeAgo } from "#web/listening/player/format-time.ts";
import { formatDevice } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/position.ts";
import { usePositionOffer } from "#web/progress/use-position-offer.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { Button } from "#web/ui/forms/button.tsx";

import type { Reader } from "./reader.ts";
import { destinationAt } from "./use-start-at.ts";

type Props = { reader: Reader; timeline: Timeline };

/** One prompt at a time. It stays in the bars until a tap, a page turn or Play. */
export function PositionPrompts({ reader, timeline }: Props) {
  const { bookId, sync } = reader;
  const { offer: otherDeviceOffer } = useSyncExternalStore(sync.subscribe, sync.status);
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  const { offer, onChoose } = usePositionOffer(bookId, {
    medium: "listening",
    isShown: !otherDeviceOffer,
    onGo: ({ from, fraction, seconds }) => {
      setMediumSwitch({ bookId, to: "text", seconds });
      const isFromAudio = from === "listening" && timeline.length > 0;
      void reader.jump(isFromAudio ? destinationAt(timeline, seconds) : { kind: "position", fraction, locator: null });
    },
  });
  const promptKey = otherDeviceOffer ? `read ${otherDeviceOffer.revision}` : offer && `listened ${offer.seconds}`;
  useEffect(() => {
    if (promptKey !== null) reader.onChrome("show");
  }, [reader, promptKey]);
  // The sync fetches the first position itself.
  useQueryObserverCallback({ ...readingProgressQuery(bookId), refetchOnMount: false }, sync.update);
  if (otherDeviceOffer) return <OtherDevicePrompt offer={otherDeviceOffer} reader={reader} />;
  if (!offer) return null;
  return (
    <PositionPrompt
      title={offer.from === "paper" ? "You've read on in your paper copy" : "You've listened further"}
      goLabel="Read from there"
      onChoose={onChoose}
    >
      {offer.confidence === "chapter" ? "About here" : "Somewhere around here"}:{" "}
      {offer.chapter?.title ?? `${Math.floor(offer.fraction * 100)}%`}.
    </PositionPrompt>
  );
}

type PositionPromptProps = {
  title: string;
  children: ReactNode;
  goLabel: string;
  onChoose: (choice: "go" | "stay") => void;
};

function PositionPrompt({ title, children, goLabel, onChoose }: PositionPromptProps) {
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0 leading-snug">
        <strong>{title}</strong>. {children}
      </span>
      <span className="flex gap-2">
        <Button variant="season" className="px-4! text-sm" onClick={() => onChoose("go")}>
          {goLabel}
        </Button>
        <Button className="px-4! text-sm" onClick={() => onChoose("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

function OtherDevicePrompt({ offer, reader }: { offer: Offer; reader: Reader }) {
  const [agoLabel] = useState(() => formatTimeAgo(new Date(offer.updatedAt ?? 0), new Date()));
  const choose = async (choice: "go" | "stay") => {
    const location = reader.sync.chooseOffer(choice);
    if (choice === "go") await reader.view.goTo("layout", { kind: "position", ...location });
  };
  return (
    <PositionPrompt
      title={offer.isFromThisDevice ? "You've read in another tab" : "You've read on another device"}
      goLabel="Go there"
      onChoose={(choice) => void choose(choice)}
    >
      {formatDevice(offer)}, {agoLabel}, at {Math.floor(offer.position * 100)}%.
    </PositionPrompt>
  );
}
