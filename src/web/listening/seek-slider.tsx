import { type CSSProperties, type PointerEvent, useRef, useState } from "react";

import type { Chapter } from "#contract/books.ts";
import { chapterMarks, chapterName, currentChapter, screensForMarks } from "#web/listening/player/chapters.ts";
import { scrub, type ScrubPoint } from "#web/listening/player/scrub.ts";
import { clockText, spokenTime } from "#web/listening/player/time-text.ts";

type Props = {
  position: number;
  duration: number;
  chapters: readonly Chapter[];
  onSeek: (position: number) => void;
};

/** Closer marks would lie under the thumb. */
const THUMB_PERCENT = 2.5;

const MARKS = { all: "block", wide: "hidden sm:block", none: "hidden" };

/** Chapter on the large slider, book on the thin one; without chapters only the book's. */
export function SeekSliders(props: Props) {
  const { position, duration, chapters } = props;
  const now = chapters.length > 1 ? currentChapter(chapters, position, duration) : null;
  if (!now || now.end <= now.start) return <Slider {...props} start={0} end={duration} />;
  return (
    <>
      {/* a new chapter is a new slider, which ends a drag */}
      <Slider key={now.index} {...props} caption="This chapter" start={now.start} end={now.end} />
      <Slider {...props} caption="The whole book" start={0} end={duration} isThin />
    </>
  );
}

type SliderProps = Props & { caption?: string; start: number; end: number; isThin?: boolean };

function Slider({ position, duration, chapters, onSeek, caption, start, end, isThin = false }: SliderProps) {
  // seeks only on release
  const [dragged, setDragged] = useState<number | null>(null);
  const drag = useRef<ScrubPoint | null>(null);
  const [first, last] = [Math.floor(start), Math.max(Math.floor(start) + 1, Math.floor(end))];
  const shown = Math.min(Math.max(first, Math.floor(dragged ?? position)), last);
  const fraction = (shown - first) / (last - first);
  const now = currentChapter(chapters, shown, duration);
  const marks = start === 0 && end === duration ? chapterMarks(chapters, duration) : [];

  const endDrag = (seeks: boolean) => {
    const point = drag.current;
    drag.current = null;
    setDragged(null);
    if (seeks && point && point.raw !== null) onSeek(point.value);
  };
  const onPointerDown = ({ clientY }: PointerEvent<HTMLInputElement>) => {
    drag.current = { raw: null, value: shown, startY: clientY, y: clientY };
    const life = new AbortController();
    const listen = (name: "pointermove" | "pointerup" | "pointercancel", run: (event: MouseEvent) => void) =>
      addEventListener(name, run, { signal: life.signal });
    const stop = (seeks: boolean) => {
      life.abort();
      endDrag(seeks);
    };
    // on the window, because the pointer may leave the slider
    listen("pointermove", ({ clientY: y }) => drag.current && (drag.current = { ...drag.current, y }));
    listen("pointerup", () => stop(true));
    // a scroll that began on the slider
    listen("pointercancel", () => stop(false));
  };
  const onChange = (raw: number) => {
    if (!drag.current) return onSeek(raw);
    drag.current = scrub(drag.current, raw, first, last);
    setDragged(drag.current.value);
  };
  const name = now ? `, ${chapterName(now)}` : "";
  const said = `${spokenTime(shown - first)} of ${spokenTime(last - first)}${name}`;

  const slider = (
    <div className="player-way relative" style={{ "--played": fraction } as CSSProperties}>
      {dragged !== null && (
        <output
          aria-hidden="true"
          className="absolute inset-x-0 bottom-full z-10 -mb-1 flex justify-center pointer-events-none"
        >
          <span className="max-w-full truncate rounded-md bg-ink px-2.5 py-1 text-sm font-semibold text-paper tabular-nums">
            {clockText(shown - first)}
            {now && <span className="font-normal"> · {chapterName(now)}</span>}
          </span>
        </output>
      )}
      <input
        type="range"
        min={first}
        max={last}
        step={1}
        value={shown}
        aria-label={caption ? `Seek in ${caption.toLowerCase()}` : "Seek"}
        aria-valuetext={said}
        onPointerDown={onPointerDown}
        onBlur={() => endDrag(true)}
        onChange={({ target }) => onChange(Number(target.value))}
        className={`player-range peer ${isThin ? "player-range-thin" : ""}`}
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute inset-x-[0.6875rem] top-1/2 -translate-y-1/2 ${isThin ? "h-1" : "h-2"} ${MARKS[screensForMarks(marks.length)]}`}
      >
        {marks
          .filter((at) => Math.abs(at - fraction * 100) > THUMB_PERCENT)
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
  if (!caption) return slider;
  return (
    <>
      <p aria-hidden="true" className="-mb-1.5 text-sm text-ink-soft">
        {caption}
      </p>
      {slider}
    </>
  );
}
