import { type ReactNode, useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { agoText } from "#web/listening/player/time-text.ts";
import { deviceText } from "#web/listening/saving/device-name.ts";
import type { Offer } from "#web/listening/saving/progress-sync.ts";
import { Button } from "#web/ui/button.tsx";

type Answer = (choice: "go" | "stay") => void;
/** `isLine`: in the bar, once a page was turned without an answer. */
type QuestionProps = { title: string; children: ReactNode; go: string; isLine: boolean; onAnswer: Answer };

const CARD = "mx-auto w-fit max-w-full rounded-lg border border-line bg-sheet px-4 py-2 text-ink shadow-lifted";

function Question({ title, children, go, isLine, onAnswer }: QuestionProps) {
  return (
    <output className={`flex flex-wrap items-center gap-x-4 gap-y-1 text-sm ${isLine ? "justify-center" : CARD}`}>
      <span className="min-w-0">
        <strong className={isLine ? "" : "block"}>{title}</strong> {children}
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

type ElsewhereProps = { offer: Offer; isLine: boolean; onAnswer: Answer };

/** Another device has read further. */
export function ElsewhereNotice({ offer, ...props }: ElsewhereProps) {
  const [ago] = useState(() => agoText(new Date(offer.at), new Date()));
  return (
    <Question title="You've read on another device" go="Go there" {...props}>
      {deviceText(offer.device)}, {ago}, at {Math.floor(offer.position * 100)}%.
    </Question>
  );
}

type HeardProps = { offer: NonNullable<BookPlace["offer"]>; isLine: boolean; onAnswer: Answer };

/** The member has listened further. */
export function HeardNotice({ offer, ...props }: HeardProps) {
  const where = offer.chapter?.title ?? `${Math.floor(offer.fraction * 100)}%`;
  return (
    <Question title="You've listened further" go="Read from there" {...props}>
      {offer.confidence === "chapter" ? "About here" : "Somewhere around here"}: {where}.
    </Question>
  );
}

export function LoadNotice({ onRetry }: { onRetry: () => void }) {
  const isOnline = useOnline();
  return (
    <div
      role="alert"
      className="flex w-full flex-wrap items-center gap-3 rounded-md border border-danger/50 bg-danger-tint px-4 py-3"
    >
      <span className="min-w-0 flex-1 basis-52 text-ink">
        <strong className="block text-danger">We couldn't load this part of the book</strong>
        {isOnline ? "Try again in a moment." : "You're offline, and this part isn't on your device."}
      </span>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
