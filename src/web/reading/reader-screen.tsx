import { useAtomValue } from "jotai";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";

import type { Book } from "#contract/books.ts";
import type { Contents } from "#contract/reading.ts";
import type { Timeline } from "#contract/timeline.ts";
import { useGet } from "#web/api/use-get.ts";
import { LoadError } from "#web/ui/feedback/query-content.tsx";

import { AudioBar } from "./audio-bar.tsx";
import { BookLoadingScreen } from "./book-loading-screen.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { NextChapter, PageTurns } from "./page-buttons.tsx";
import { PageFooter, TapHint } from "./page-footer.tsx";
import { PositionPrompts } from "./position-prompts.tsx";
import { ReadAlongBar, ReadAlongPill } from "./read-along/read-along-bar.tsx";
import { useReadAlong } from "./read-along/use-read-along.ts";
import { useVoiceKind } from "./read-along/use-voice-kind.ts";
import { type Composer, ReaderDialogs } from "./reader-dialogs.tsx";
import type { Reader } from "./reader.ts";
import { readingSettingsAtom } from "./settings.ts";
import { type PanelName, TopBar } from "./top-bar.tsx";
import { useChrome } from "./use-chrome.ts";
import { usePageStyle } from "./use-page-style.ts";
import { type OpenedBook, useReader, useReaderState } from "./use-reader.ts";
import { useStartAt } from "./use-start-at.ts";

type Props = {
  title: string;
  contents: Contents;
  bookId: number;
  userId: number;
  audible: Book | null;
  Composer: Composer | null;
};

export function ReaderScreen(props: Props) {
  const settings = useAtomValue(readingSettingsAtom);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const { isShown, hasHint, showBriefly, show, hide, toggle } = useChrome(panel !== null);
  const { contents, bookId, userId } = props;
  const { attach, opened } = useReader({ bookId, userId, contents, onToggleChrome: toggle, onTurn: hide });
  usePageStyle(opened?.reader ?? null, settings);
  return (
    <div
      {...(settings.theme === "auto" ? {} : { "data-theme": settings.theme === "dark" ? "dark" : "light" })}
      {...(settings.theme === "sepia" ? { "data-reading": "sepia" } : {})}
      className="fixed inset-0 z-30 overflow-hidden bg-page text-ink"
    >
      {/* Laptops have space for the bars beside the text. */}
      <div
        ref={attach}
        className="absolute inset-0 pt-[max(0.75rem,env(safe-area-inset-top))] pb-[calc(1.75rem+env(safe-area-inset-bottom))] lg:pt-14 lg:pb-24"
      />
      {opened && (
        <BookArea reader={opened.reader} title={props.title} onShow={showBriefly}>
          <div className="pointer-events-none absolute inset-x-0 bottom-[calc(0.4rem+env(safe-area-inset-bottom))]">
            {hasHint ? (
              <TapHint isScrolled={settings.flow === "scroll"} />
            ) : (
              <PageFooter reader={opened.reader} contents={contents} />
            )}
          </div>
          <div
            onPointerMove={show}
            onPointerDown={show}
            className="pointer-events-none absolute inset-0 z-10 flex flex-col"
          >
            <OpenBook
              {...props}
              {...opened}
              isShown={isShown}
              onShow={show}
              onHide={hide}
              panel={panel}
              setPanel={setPanel}
            />
          </div>
        </BookArea>
      )}
    </div>
  );
}

type BookAreaProps = { reader: Reader; title: string; onShow: () => void; children: ReactNode };

/** Renders the first page before the bars and their requests. */
function BookArea({ reader, title, onShow, children }: BookAreaProps) {
  const status = useReaderState(reader, "status");
  const error = useReaderState(reader, "error");
  const isReady = status === "ready" || error !== null;
  // Deferred, so that pages can be turned while the bars render.
  const hasBars = useDeferredValue(isReady);
  // The bars' two seconds begin when they're rendered.
  useEffect(() => {
    if (hasBars) onShow();
  }, [hasBars, onShow]);
  if (!isReady) return <BookLoadingScreen title={title} />;
  return hasBars && children;
}

const PANEL_FADE_MS = 500;
const NO_TIMELINE: Timeline = [];

type OpenBookProps = Props &
  OpenedBook & {
    isShown: boolean;
    onShow: () => void;
    onHide: () => void;
    panel: PanelName | null;
    setPanel: (panel: PanelName | null) => void;
  };

function OpenBook({ contents, bookId, userId, audible, Composer, reader, sync, isShown, ...chrome }: OpenBookProps) {
  const { panel, setPanel, onShow, onHide } = chrome;
  const error = useReaderState(reader, "error");
  // The selection toolbar would cover the bars, and the bars would cover the text whose size is being set.
  const areBarsShown = useReaderState(reader, "selected") === null && panel !== "settings" && isShown;
  const { data, isPending } = useGet("GET /api/books/:id/timeline", { params: { id: bookId } });
  const timeline = data?.timeline ?? NO_TIMELINE;
  useStartAt(bookId, reader, timeline);
  const voice = useVoiceKind(bookId, contents, audible !== null);
  const along = useReadAlong(voice, { bookId, contents, reader, timeline });
  return (
    <>
      <Bar isShown={areBarsShown} at="top">
        <TopBar bookId={bookId} reader={reader} contents={contents} onPanel={setPanel} />
      </Bar>
      <div className="flex-1" />
      <div className="pointer-events-auto mx-auto w-full max-w-3xl space-y-2 p-3 empty:hidden">
        {error !== null && <LoadError what="this part of the book" error={error} onRetry={() => void reader.retry()} />}
      </div>
      <NextChapter reader={reader} />
      <PageTurns reader={reader} language={contents.language} />
      {!areBarsShown && <ReadAlongPill along={along} />}
      <Bar isShown={areBarsShown} at="bottom">
        <BottomBar
          bookId={bookId}
          reader={reader}
          contents={contents}
          prompt={<PositionPrompts bookId={bookId} reader={reader} sync={sync} timeline={timeline} onPrompt={onShow} />}
          audioControls={
            voice.kind !== "nothing" &&
            (isPending || voice.kind === "pending" ? (
              <span className="h-touch" />
            ) : (
              <>
                {voice.kind !== "audiobook" && (
                  <ReadAlongBar kind={voice.kind} along={along} audible={audible} userId={userId} onPlay={onHide} />
                )}
                {audible && voice.kind === "audiobook" && (
                  <AudioBar
                    book={audible}
                    userId={userId}
                    timeline={timeline}
                    contents={contents}
                    reader={reader}
                    onPlay={onHide}
                  />
                )}
              </>
            ))
          }
        />
      </Bar>
      <ReaderDialogs
        panel={panel}
        reader={reader}
        contents={contents}
        bookId={bookId}
        Composer={Composer}
        onClose={() => setPanel(null)}
        onGo={(target) => {
          setPanel(null);
          const focusPage = () => reader.view.element.focusView();
          // A closed panel returns the focus to its button once it has faded out.
          addEventListener("focusin", focusPage, { once: true, signal: AbortSignal.timeout(PANEL_FADE_MS) });
          void reader.jump(target).then(focusPage);
        }}
      />
    </>
  );
}

/** A hidden bar stays in the Tab order and reappears on focus. */
function Bar({ isShown, at, children }: { isShown: boolean; at: "top" | "bottom"; children: ReactNode }) {
  const away = at === "top" ? "-translate-y-full" : "translate-y-full";
  return (
    <div
      data-bar={at}
      className={`transition duration-calm motion-reduce:transition-none ${isShown ? "pointer-events-auto" : `opacity-0 ${away} has-focus-visible:pointer-events-auto has-focus-visible:translate-y-0 has-focus-visible:opacity-100`}`}
    >
      {children}
    </div>
  );
}
