import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import type { Contents } from "#contract/reading.ts";
import type { Timeline } from "#contract/timeline.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { useGet } from "#web/api/use-get.ts";
import { useQueryObserverCallback } from "#web/api/use-query-observer.ts";
import { agoText } from "#web/listening/player/format-time.ts";
import { placeText } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/place.ts";
import { usePlaceOffer } from "#web/progress/use-place-offer.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { Button } from "#web/ui/forms/button.tsx";

import { AudioBar } from "./audio-bar.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { ReadAlongBar, ReadAlongPill } from "./read-along/read-along-bar.tsx";
import { useReadAlong } from "./read-along/use-read-along.ts";
import { useVoiceKind } from "./read-along/use-voice-kind.ts";
import type { Reader } from "./reader.ts";
import type { ReadingSync } from "./reading-sync.ts";
import { type PanelName, TopBar } from "./top-bar.tsx";
import { type OpenedBook, useReaderState } from "./use-reader.ts";
import { destinationAt, useStartAt } from "./use-start-at.ts";

const NO_TIMELINE: Timeline = [];

type Props = OpenedBook & {
  contents: Contents;
  bookId: number;
  bookWithAudio: Book | null;
  isShown: boolean;
  onPrompt: () => void;
  onPlay: () => void;
  onPanel: (panel: PanelName) => void;
};

/** The buttons over the page, and the voice that they control. */
export function ReaderBars({ contents, bookId, bookWithAudio, reader, sync, ...bars }: Props) {
  const error = useReaderState(reader, "error");
  // The selection toolbar would cover them.
  const isShown = useReaderState(reader, "selected") === null && bars.isShown;
  const { data, isPending } = useGet("GET /api/books/:id/timeline", { params: { id: bookId } });
  const timeline = data?.timeline ?? NO_TIMELINE;
  useStartAt(bookId, reader, timeline);
  const voice = useVoiceKind(bookId, contents, bookWithAudio !== null);
  const openBook = { bookId, contents, reader, timeline };
  const readAlong = useReadAlong(voice, openBook);
  return (
    <>
      <SlidingBar isShown={isShown} at="top">
        <TopBar bookId={bookId} reader={reader} contents={contents} onPanel={bars.onPanel} />
      </SlidingBar>
      <div className="flex-1" />
      <div className="pointer-events-auto mx-auto w-full max-w-3xl space-y-2 p-3 empty:hidden">
        {error !== null && <LoadError name="this part of the book" error={error} onRetry={() => void reader.retry()} />}
      </div>
      <NextChapter reader={reader} />
      <PageTurns reader={reader} language={contents.language} />
      {!isShown && <ReadAlongPill readAlong={readAlong} />}
      <SlidingBar isShown={isShown} at="bottom">
        <BottomBar
          bookId={bookId}
          reader={reader}
          contents={contents}
          prompt={<PositionPrompts {...openBook} sync={sync} onPrompt={bars.onPrompt} />}
          audioControls={
            voice.kind === "nothing" ? null : isPending || voice.kind === "pending" ? (
              <span className="h-touch" />
            ) : voice.kind === "audiobook" ? (
              bookWithAudio && <AudioBar book={bookWithAudio} {...openBook} onPlay={bars.onPlay} />
            ) : (
              <ReadAlongBar
                kind={voice.kind}
                readAlong={readAlong}
                bookWithAudio={bookWithAudio}
                onPlay={bars.onPlay}
              />
            )
          }
        />
      </SlidingBar>
    </>
  );
}

/** A hidden bar stays in the Tab order and reappears on focus. */
function SlidingBar({ isShown, at, children }: { isShown: boolean; at: "top" | "bottom"; children: ReactNode }) {
  const slideOut = at === "top" ? "-translate-y-full" : "translate-y-full";
  return (
    <div
      data-bar={at}
      className={`transition duration-calm motion-reduce:transition-none ${isShown ? "pointer-events-auto" : `opacity-0 ${slideOut} has-focus-visible:pointer-events-auto has-focus-visible:translate-y-0 has-focus-visible:opacity-100`}`}
    >
      {children}
    </div>
  );
}

/** Page buttons for screen readers, which can't use our keys or taps at an edge. The new page is announced. */
function PageTurns({ reader, language }: { reader: Reader; language: string | null }) {
  const announcement = useReaderState(reader, "announcement");
  return (
    <>
      <div className="pointer-events-auto sr-only mx-auto flex gap-2 p-3 focus-within:not-sr-only">
        <Button onClick={() => void reader.view.previous()}>Previous page</Button>
        <Button onClick={() => void reader.view.next()}>Next page</Button>
      </div>
      <p aria-live="polite" className="sr-only" {...(language && { lang: language })}>
        {announcement}
      </p>
    </>
  );
}

/** In scrolling mode, at the end of a chapter. */
function NextChapter({ reader }: { reader: Reader }) {
  const place = useReaderState(reader, "place");
  const { element } = reader.view;
  if (!element.scrolled || element.atEnd || !reader.view.isAtSectionEnd()) return null;
  return (
    <div className="pointer-events-auto mx-auto p-3" key={place?.section}>
      <Button variant="season" onClick={() => void reader.view.next()}>
        Next chapter
      </Button>
    </div>
  );
}

type PositionPromptsProps = {
  bookId: number;
  reader: Reader;
  sync: ReadingSync;
  timeline: Timeline;
  onPrompt: () => void;
};

/** One prompt at a time. It stays in the bars until a tap, a page turn or Play. */
function PositionPrompts({ bookId, reader, sync, timeline, onPrompt }: PositionPromptsProps) {
  const { offer: otherDeviceOffer } = useSyncExternalStore(sync.subscribe, sync.state);
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  const { offer, onChoose } = usePlaceOffer(bookId, {
    medium: "listening",
    isShown: !otherDeviceOffer,
    onGo: ({ from, fraction, seconds }) => {
      setMediumSwitch({ bookId, to: "text", seconds });
      const isFromAudio = from === "listening" && timeline.length > 0;
      void reader.jump(isFromAudio ? destinationAt(timeline, seconds) : { kind: "place", fraction, locator: null });
    },
  });
  const promptKey = otherDeviceOffer ? `read ${otherDeviceOffer.revision}` : offer && `listened ${offer.seconds}`;
  useEffect(() => {
    if (promptKey !== null) onPrompt();
  }, [promptKey, onPrompt]);
  // The sync fetches the first position itself.
  useQueryObserverCallback({ ...readingProgressQuery(bookId), refetchOnMount: false }, sync.update);
  if (otherDeviceOffer) return <OtherDevicePrompt offer={otherDeviceOffer} sync={sync} reader={reader} />;
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
      <span className="min-w-0">
        <strong>{title}</strong> {children}
      </span>
      <span className="flex gap-2">
        <Button variant="season" className="px-4! text-sm" onClick={() => onChoose("go")}>
          {goLabel}
        </Button>
        <Button variant="quiet" className="px-4! text-sm" onClick={() => onChoose("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

type OtherDeviceProps = { offer: Offer; sync: ReadingSync; reader: Reader };

function OtherDevicePrompt({ offer, sync, reader }: OtherDeviceProps) {
  const [agoLabel] = useState(() => agoText(new Date(offer.at), new Date()));
  const answer = async (choice: "go" | "stay") => {
    const location = sync.answerOffer(choice);
    if (choice === "go") await reader.view.restore({ kind: "place", ...location });
  };
  return (
    <PositionPrompt
      title={offer.isFromThisDevice ? "You've read in another tab" : "You've read on another device"}
      goLabel="Go there"
      onChoose={(choice) => void answer(choice)}
    >
      {placeText(offer)}, {agoLabel}, at {Math.floor(offer.position * 100)}%.
    </PositionPrompt>
  );
}
