import type { ReactNode } from "react";

import type { Book } from "#contract/books.ts";
import type { Timeline } from "#contract/timeline.ts";
import { useGet } from "#web/api/use-get.ts";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { Button } from "#web/ui/forms/button.tsx";

import { ImHereInText } from "./anchor-prompt.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { PositionPrompts } from "./position-prompts.tsx";
import { ReadAlongBar, ReadAlongPill } from "./read-along/read-along-bar.tsx";
import { useAlongState, useReadAlong } from "./read-along/use-read-along.ts";
import { useVoiceKind } from "./read-along/use-voice-kind.ts";
import type { Reader } from "./reader.ts";
import { type PanelName, TopBar } from "./top-bar.tsx";
import { useReaderState } from "./use-reader.ts";
import { useStartAt } from "./use-start-at.ts";

const NO_TIMELINE: Timeline = [];

type Props = {
  reader: Reader;
  bookWithAudio: Book | null;
  isShown: boolean;
  onPanel: (panel: PanelName) => void;
};

/** The buttons over the page, and the voice that they control. */
export function ReaderBars({ reader, bookWithAudio, ...bars }: Props) {
  const error = useReaderState(reader, "error");
  // The selection toolbar would cover them.
  const isShown = useReaderState(reader, "selected") === null && bars.isShown;
  const { data, isPending } = useGet("GET /api/books/:id/timeline", { params: { id: reader.bookId } });
  const timeline = data?.timeline ?? NO_TIMELINE;
  useStartAt(reader, timeline);
  const voice = useVoiceKind(reader, bookWithAudio !== null);
  const readAlong = useReadAlong(voice, reader, timeline);
  const { isOn } = useAlongState(readAlong);
  const isByChapter = voice.kind === "audiobook";
  return (
    <>
      <SlidingBar isShown={isShown} at="top">
        <TopBar reader={reader} onPanel={bars.onPanel} />
      </SlidingBar>
      <div className="flex-1" />
      <div className="pointer-events-auto mx-auto w-full max-w-3xl space-y-2 p-3 empty:hidden">
        {error !== null && <LoadError name="this part of the book" error={error} onRetry={() => void reader.retry()} />}
      </div>
      <NextChapter reader={reader} />
      <PageTurns reader={reader} />
      {!isShown && !isByChapter && <ReadAlongPill readAlong={readAlong} />}
      <SlidingBar isShown={isShown} at="bottom">
        <BottomBar
          reader={reader}
          prompt={<PositionPrompts reader={reader} timeline={timeline} />}
          audioControls={
            voice.kind === "nothing" ? null : isPending || voice.kind === "pending" ? (
              <span className="h-touch" />
            ) : (
              <>
                {isByChapter && <ImHereInText bookId={reader.bookId} reader={reader} isListening={isOn} />}
                {(!isByChapter || timeline.length > 0) && (
                  <ReadAlongBar
                    kind={voice.kind}
                    readAlong={readAlong}
                    bookWithAudio={bookWithAudio}
                    onPlay={() => reader.onChrome("hide")}
                  />
                )}
              </>
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
function PageTurns({ reader }: { reader: Reader }) {
  const { language } = reader.contents;
  const announcement = useReaderState(reader, "announcement");
  return (
    <>
      <div className="pointer-events-auto sr-only mx-auto flex gap-2 p-3 focus-within:not-sr-only">
        <Button variant="primary" onClick={() => void reader.view.turn("previous")}>
          Previous page
        </Button>
        <Button variant="primary" onClick={() => void reader.view.turn("next")}>
          Next page
        </Button>
      </div>
      <p aria-live="polite" className="sr-only" {...(language && { lang: language })}>
        {announcement}
      </p>
    </>
  );
}

/** In scrolling mode, at the end of a chapter. */
function NextChapter({ reader }: { reader: Reader }) {
  const position = useReaderState(reader, "position");
  const { element } = reader.view;
  if (!element.scrolled || element.atEnd || !reader.view.isAtSectionEnd()) return null;
  return (
    <div className="pointer-events-auto mx-auto p-3" key={position?.section}>
      <Button variant="season" onClick={() => void reader.view.turn("next")}>
        Next chapter
      </Button>
    </div>
  );
}
