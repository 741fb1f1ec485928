import { ChevronDown } from "lucide-react";
import { type CSSProperties, useRef, useState } from "react";

import type { Chapter } from "#contract/books.ts";
import { chapterMarks, chapterName, currentChapter, getMarkVisibility } from "#web/listening/player/chapters.ts";
import { formatPlayTime, formatSpokenTime } from "#web/listening/player/format-time.ts";
import { Badge } from "#web/ui/layout/badge.tsx";

type Props = {
  position: number;
  duration: number;
  chapters: readonly Chapter[];
  onSeek: (position: number) => void;
};

/** Closer marks would be under the thumb. */
const THUMB_WIDTH_PERCENT = 2.5;

const MARK_CLASSES = { all: "block", wide: "hidden sm:block", none: "hidden" };

/** A slider for the chapter, and one for the book that a press on the times opens. */
export function SeekSliders(props: Props) {
  const { position, duration, chapters } = props;
  const now = chapters.length > 1 ? currentChapter(chapters, position, duration) : null;
  const clock = (
    <span className="tabular-nums">
      {formatPlayTime(position)} / {formatPlayTime(duration)}
    </span>
  );
  const percent = duration > 0 ? Math.min(100, Math.round((position / duration) * 100)) : 0;
  const completeBadge = <Badge>{percent}% complete</Badge>;
  if (!now || now.end <= now.start)
    return (
      <>
        <Slider {...props} start={0} end={duration} />
        <p className={TIMES_CLASS}>
          {clock}
          {completeBadge}
        </p>
      </>
    );
  return (
    <>
      {/* A new key per chapter ends a drag. */}
      <Slider key={now.index} {...props} part="this chapter" start={now.start} end={now.end} />
      <details className="group">
        <summary className={`${TIMES_CLASS} list-none rounded-md hover:text-ink [&::-webkit-details-marker]:hidden`}>
          <span className="inline-flex items-center gap-1.5">
            <span className="sr-only">The whole book: </span>
            {clock}
            <ChevronDown className="size-4 shrink-0 transition-transform duration-calm group-open:rotate-180" />
          </span>
          {completeBadge}
        </summary>
        <Slider {...props} part="the whole book" start={0} end={duration} isThin />
      </details>
    </>
  );
}

const TIMES_CLASS =
  "flex min-h-touch flex-wrap items-center justify-between gap-x-2 text-sm max-[21rem]:flex-col max-[21rem]:items-start text-ink-soft";

type SliderProps = Props & { part?: string; start: number; end: number; isThin?: boolean };

function Slider({ position, duration, chapters, onSeek, part, start, end, isThin = false }: SliderProps) {
  const [draggedSeconds, setDraggedSeconds] = useState<number | null>(null);
  const isDragging = useRef(false);
  const [firstSecond, lastSecond] = [Math.floor(start), Math.max(Math.floor(start) + 1, Math.floor(end))];
  const shownSeconds = Math.min(Math.max(firstSecond, Math.floor(draggedSeconds ?? position)), lastSecond);
  const fraction = (shownSeconds - firstSecond) / (lastSecond - firstSecond);
  const now = currentChapter(chapters, shownSeconds, duration);
  const marks = start === 0 && end === duration ? chapterMarks(chapters, duration) : [];

  const endDrag = (seeks: boolean) => {
    isDragging.current = false;
    setDraggedSeconds(null);
    if (seeks && draggedSeconds !== null) onSeek(draggedSeconds);
  };
  const name = now ? `, ${chapterName(now)}` : "";
  const valueText = `${formatSpokenTime(shownSeconds - firstSecond)} of ${formatSpokenTime(lastSecond - firstSecond)}${name}`;

  return (
    <div className="relative" style={{ "--played": fraction } as CSSProperties}>
      {draggedSeconds !== null && (
        <output
          aria-hidden="true"
          className="absolute inset-x-0 bottom-full z-10 -mb-1 flex justify-center pointer-events-none"
        >
          <span className="max-w-full truncate rounded-md bg-ink px-2.5 py-1 text-sm font-semibold text-paper tabular-nums">
            {formatPlayTime(shownSeconds - firstSecond)}
            {now && <span className="font-normal"> · {chapterName(now)}</span>}
          </span>
        </output>
      )}
      <input
        type="range"
        min={firstSecond}
        max={lastSecond}
        step={1}
        value={shownSeconds}
        aria-label={part ? `Seek in ${part}` : "Seek"}
        aria-valuetext={valueText}
        onPointerDown={() => void (isDragging.current = true)}
        onPointerUp={() => endDrag(true)}
        // The browser turned the touch into a scroll.
        onPointerCancel={() => endDrag(false)}
        onBlur={() => endDrag(true)}
        onChange={({ target }) => (isDragging.current ? setDraggedSeconds : onSeek)(Number(target.value))}
        className={`player-range peer ${isThin ? "player-range-thin" : ""}`}
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute inset-x-[0.6875rem] top-1/2 -translate-y-1/2 ${isThin ? "h-1" : "h-2"} ${MARK_CLASSES[getMarkVisibility(marks.length)]}`}
      >
        {marks
          .filter((at) => Math.abs(at - fraction * 100) > THUMB_WIDTH_PERCENT)
          .map((at) => (
            <span
              key={at}
              style={{ left: `${at}%` }}
              className={`absolute h-full w-0.5 -translate-x-1/2 ${at < fraction * 100 ? "bg-sheet/70" : "bg-line-strong/60"}`}
            />
          ))}
      </span>
    </div>
  );
}
