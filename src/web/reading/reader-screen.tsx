import { useAtomValue } from "jotai";
import { type ReactNode, useDeferredValue, useState } from "react";

import type { Book } from "#contract/books.ts";
import type { Contents } from "#contract/reading.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { readingSettingsAtom } from "#web/state/reading-settings.ts";

import { BookLoadingScreen } from "./book-loading-screen.tsx";
import { chapterAtCodePoint } from "./chapters.ts";
import { ReaderBars } from "./reader-bars.tsx";
import { type Composer, ReaderDialogs } from "./reader-dialogs.tsx";
import type { Reader } from "./reader.ts";
import type { PanelName } from "./top-bar.tsx";
import { CHROME_HIDE_DELAY_MS, useChrome } from "./use-chrome.ts";
import { usePageStyle } from "./use-page-style.ts";
import { useReader, useReaderState } from "./use-reader.ts";

type Props = {
  title: string;
  contents: Contents;
  bookId: number;
  bookWithAudio: Book | null;
  Composer: Composer | null;
};

/** The page, the bars over it, and the dialogs. */
export function ReaderScreen({ title, contents, bookId, bookWithAudio, Composer }: Props) {
  const settings = useAtomValue(readingSettingsAtom);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const { isShown, hasHint, onChrome } = useChrome(panel !== null);
  const show = () => onChrome("show");
  const { attach, reader } = useReader({ bookId, contents, onChrome });
  usePageStyle(reader, settings);
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
      {reader && (
        <BookArea reader={reader} title={title}>
          <div className="pointer-events-none absolute inset-x-0 bottom-[calc(0.4rem+env(safe-area-inset-bottom))]">
            {hasHint ? <TapHint isScrolled={settings.flow === "scroll"} /> : <PageFooter reader={reader} />}
          </div>
          <div
            onPointerMove={show}
            onPointerDown={show}
            className="pointer-events-none absolute inset-0 z-10 flex flex-col"
          >
            <ReaderBars
              reader={reader}
              bookWithAudio={bookWithAudio}
              // They would cover the text whose size is being set.
              isShown={isShown && panel !== "settings"}
              onPanel={setPanel}
            />
            <ReaderDialogs panel={panel} reader={reader} Composer={Composer} onClose={() => setPanel(null)} />
          </div>
        </BookArea>
      )}
    </div>
  );
}

type BookAreaProps = { reader: Reader; title: string; children: ReactNode };

/** Renders the first page before the bars and their requests. */
function BookArea({ reader, title, children }: BookAreaProps) {
  const status = useReaderState(reader, "status");
  const error = useReaderState(reader, "error");
  const isReady = status === "ready" || error !== null;
  // Deferred, so that pages can be turned while the bars render.
  const hasBars = useDeferredValue(isReady);
  // The bars' two seconds begin when they're rendered.
  useTimeout(() => reader.onChrome("time out"), hasBars ? CHROME_HIDE_DELAY_MS : null);
  if (!isReady) return <BookLoadingScreen title={title} />;
  return hasBars && children;
}

function PageFooter({ reader }: { reader: Reader }) {
  const { contents } = reader;
  const position = useReaderState(reader, "position");
  if (!position) return null;
  const title = chapterAtCodePoint(contents, position.at, position.section)?.title ?? contents.title;
  const { page, fraction } = position;
  return (
    <p className="flex justify-center gap-1 px-6 text-xs whitespace-nowrap text-ink-soft tabular-nums">
      <span className="truncate">{title}</span>
      {page ? ` · page ${page.number} of ${page.total}` : ` · ${Math.floor(fraction * 100)}%`}
    </p>
  );
}

/** One line at any font size, in place of the page number. */
function TapHint({ isScrolled }: { isScrolled: boolean }) {
  const pressVerb = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  return (
    <output className="flex justify-center">
      <span className="rounded-full bg-ink px-3 text-[min(0.8125rem,3.6vw)] leading-5 whitespace-nowrap text-paper">
        {isScrolled
          ? `${pressVerb} the page for the menu.`
          : `${pressVerb} the middle for the menu, the sides to turn.`}
      </span>
    </output>
  );
}
