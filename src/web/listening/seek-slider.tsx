import { type CSSProperties, useState } from "react";

import type { Chapter } from "#contract/books.ts";
import { chapterMarks, chapterNow, roomForMarks } from "#web/listening/player/chapters.ts";
import { clockText, spokenTime } from "#web/listening/player/time-text.ts";

type Props = {
  /** Seconds. */
  position: number;
  duration: number;
  chapters: readonly Chapter[];
  onSeek: (position: number) => void;
};

/** Marks this near to the thumb would lie on it. */
const THUMB_PERCENT = 2.5;

const MARKS = { all: "block", wide: "hidden sm:block", none: "hidden" };

/** The way through the whole book, in steps of a second, with a mark where each chapter begins. */
export function SeekSlider({ position, duration, chapters, onSeek }: Props) {
  // While a finger holds the thumb nothing is sought: only where it lets go counts.
  const [held, setHeld] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = Math.floor(dragged ?? position);
  const end = Math.max(1, Math.floor(duration));
  const fraction = Math.min(1, shown / end);
  const now = chapterNow(chapters, shown, duration);
  const marks = chapterMarks(chapters, duration);
  const room = roomForMarks(marks.length);

  const giveUp = () => {
    setHeld(false);
    setDragged(null);
  };
  const letGo = () => {
    if (dragged !== null) onSeek(dragged);
    giveUp();
  };
  const said = `${spokenTime(shown)} of ${spokenTime(duration)}${now ? `, chapter ${now.index + 1}` : ""}`;

  return (
    <div className="player-way relative" style={{ "--played": fraction } as CSSProperties}>
      {dragged !== null && (
        <output
          aria-hidden="true"
          className="absolute bottom-full left-(--thumb) -mb-1 max-w-60 -translate-x-1/2 truncate rounded-md bg-ink px-2.5 py-1 text-sm font-semibold whitespace-nowrap text-paper tabular-nums"
        >
          {clockText(shown)}
          {now && <span className="font-normal"> · Chapter {now.index + 1}</span>}
        </output>
      )}
      <input
        type="range"
        min={0}
        max={end}
        step={1}
        value={Math.min(shown, end)}
        aria-label="Seek"
        aria-valuetext={said}
        onPointerDown={() => setHeld(true)}
        onPointerUp={letGo}
        // a finger that scrolls the page has only begun on the slider
        onPointerCancel={giveUp}
        onBlur={letGo}
        onChange={({ target }) => (held ? setDragged(Number(target.value)) : onSeek(Number(target.value)))}
        className="player-range peer"
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute inset-x-[0.6875rem] top-1/2 h-2 -translate-y-1/2 ${MARKS[room]}`}
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
}
