import { type ReactNode, useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { agoText } from "#web/listening/player/time-text.ts";
import { whereText } from "#web/listening/saving/device-name.ts";
import type { Offer } from "#web/listening/saving/progress-sync.ts";
import { Button } from "#web/ui/button.tsx";

type QuestionProps = { title: string; children: ReactNode; go: string; onAnswer: (choice: "go" | "stay") => void };

function Question({ title, children, go, onAnswer }: QuestionProps) {
  return (
    <output className="mx-auto flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-sheet px-4 py-2 text-sm text-ink shadow-lifted">
      <span className="min-w-0">
        <strong className="block">{title}</strong>
        {children}
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

/** Another device has read further. */
export function ElsewhereNotice({ offer, onAnswer }: { offer: Offer; onAnswer: QuestionProps["onAnswer"] }) {
  const [ago] = useState(() => agoText(new Date(offer.at), new Date()));
  return (
    <Question title="You've read on another device" go="Go there" onAnswer={onAnswer}>
      {whereText(offer.device)}, {ago}, at {Math.floor(offer.position * 100)}%.
    </Question>
  );
}

type HeardProps = { offer: NonNullable<BookPlace["offer"]>; onAnswer: QuestionProps["onAnswer"] };

/** The member has listened further. */
export function HeardNotice({ offer, onAnswer }: HeardProps) {
  const where = offer.chapter?.title ?? `${Math.floor(offer.fraction * 100)}%`;
  return (
    <Question title="You've listened further" go="Read from there" onAnswer={onAnswer}>
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
