import { ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";

import { isCountedInPages } from "#contract/chapters.ts";
import { isolateText } from "#contract/isolate-text.ts";
import { usePace } from "#web/api/use-pace.ts";
import { formatMinutes } from "#web/lib/format/duration.ts";
import { UndoButton } from "#web/listening/undo-button.tsx";
import { IconButton } from "#web/ui/forms/icon-button.tsx";

import { chapterAtCodePoint, findAdjacentChapter } from "./chapters.ts";
import type { Reader } from "./reader.ts";
import { useReaderState } from "./use-reader.ts";

type Props = { reader: Reader; audioControls: ReactNode; prompt: ReactNode };

export function BottomBar({ reader, audioControls, prompt }: Props) {
  const { bookId, contents } = reader;
  const position = useReaderState(reader, "position");
  const earlierPositions = useReaderState(reader, "back");
  const { pace, formatTimeLeft } = usePace(bookId);
  const shownPosition = position ?? { at: 0, section: 0, fraction: 0 };
  const { at, section, fraction } = shownPosition;
  const chapter = chapterAtCodePoint(contents, at, section);
  const hasPages = isCountedInPages(contents);
  const goToChapter = (direction: "next" | "previous") => {
    const target = findAdjacentChapter(contents, { offset: at, section }, direction);
    if (target?.section !== null && target?.section !== undefined)
      void reader.jump({ kind: "section", section: target.section, fragment: target.fragment });
  };
  const minutes = (target: number) => Math.max(0, target - at) / pace;
  const timeLeft = (until: number) => `${formatMinutes(minutes(until))} left`;
  return (
    <div className="@container border-t border-line bg-page px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-4">
      {/* with large type, a prompt takes the place of the slider and the texts, so that the page stays visible */}
      <div className="peer pb-2 empty:hidden">{prompt}</div>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-center gap-x-4 sm:flex-nowrap @max-[15rem]:peer-not-empty:[&>:last-child]:hidden">
        <div className="flex flex-wrap items-center justify-center gap-2 px-2 empty:hidden">
          {earlierPositions.length > 0 && (
            <UndoButton onClick={() => void reader.goBack()}>Back to where you were</UndoButton>
          )}
          {audioControls}
        </div>
        <div className="flex w-full min-w-0 items-center gap-1 sm:w-auto sm:min-w-64 sm:flex-1">
          <IconButton
            label="Previous chapter"
            icon={ChevronLeft}
            disabled={!findAdjacentChapter(contents, { offset: at, section }, "previous")}
            onClick={() => goToChapter("previous")}
          />
          <PositionSlider
            fraction={fraction}
            text={chapter ? `${isolateText(chapter.title)}, ${percent(fraction)}` : percent(fraction)}
            onJump={(target) => void reader.jump({ kind: "position", fraction: target, locator: null })}
          />
          <IconButton
            label="Next chapter"
            icon={ChevronRight}
            disabled={!findAdjacentChapter(contents, { offset: at, section }, "next")}
            onClick={() => goToChapter("next")}
          />
        </div>
      </div>
      {/* Two lines on a phone and one elsewhere, so that the buttons above don't move when the text changes. */}
      <p className="mx-auto max-w-6xl px-2 pt-1 text-sm text-ink-soft tabular-nums *:block max-[26rem]:text-xs max-[24rem]:tracking-tight sm:flex sm:justify-between sm:gap-4 @max-[15rem]:peer-not-empty:hidden">
        <span className="min-w-0 truncate">
          {chapter
            ? `${isolateText(chapter.title)}${hasPages || chapter.end === at ? "" : `: ${timeLeft(chapter.end)}`}`
            : contents.title}
        </span>
        <span className="shrink-0">
          {percent(fraction)} ·{" "}
          {hasPages
            ? `page ${at + 1} of ${contents.length}`
            : (formatTimeLeft(minutes(contents.length), timeLeft(contents.length)) ??
              `${timeLeft(contents.length)} in the book`)}
        </span>
      </p>
    </div>
  );
}

type SliderProps = { fraction: number; text: string; onJump: (fraction: number) => void };

/** Jumps when the pointer is released. */
function PositionSlider({ fraction, text, onJump }: SliderProps) {
  const [draggedTo, setDraggedTo] = useState<number | null>(null);
  const commit = () => {
    if (draggedTo !== null) onJump(draggedTo / 1000);
    setDraggedTo(null);
  };
  const shownValue = draggedTo ?? Math.round(fraction * 1000);
  return (
    <input
      type="range"
      aria-label="Place in the book"
      aria-valuetext={text}
      min={0}
      max={1000}
      value={shownValue}
      style={{ "--played": shownValue / 1000 } as CSSProperties}
      onChange={({ target }) => setDraggedTo(Number(target.value))}
      onPointerUp={commit}
      // WebKit on Linux has no pointer events for a finger.
      onTouchEnd={commit}
      onKeyUp={commit}
      onBlur={commit}
      className="player-range player-range-thin min-w-0 flex-1"
    />
  );
}

function percent(fraction: number): string {
  return `${Math.floor(fraction * 100)}%`;
}
