import { Volume2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";

import { chapterName, currentChapter } from "#web/listening/player/chapters.ts";
import { formatPlayTime } from "#web/listening/player/format-time.ts";
import type { PlayerState } from "#web/listening/player/player-state.ts";
import type { Player } from "#web/listening/player/player.ts";

/** The focus ring is inside, because scrolling lists would clip it. */
export const ROW_CLASS =
  "-outline-offset-3 flex min-h-touch w-full items-center gap-3 max-[16rem]:flex-wrap rounded-md px-3 py-2 text-left hover:bg-season-tint hover:text-season";

/** One Tab stop with arrow keys, because a hundred chapters would be a hundred stops. */
export function ChapterList({ player, state }: { player: Player; state: PlayerState }) {
  const { chapters } = player.book;
  const currentIndex = currentChapter(chapters, state.position, state.duration)?.index;
  const list = useRef<HTMLOListElement>(null);
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null);
  const tabStop = focusedIndex ?? currentIndex ?? 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const last = chapters.length - 1;
    const keyTargets: Record<string, number> = { ArrowUp: tabStop - 1, ArrowDown: tabStop + 1, Home: 0, End: last };
    const target = keyTargets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll("button")[Math.min(Math.max(0, target), last)]?.focus();
  };

  return (
    <ol ref={list} className="relative max-h-80 overflow-y-auto overscroll-contain">
      {chapters.map(({ title, start }, index) => {
        const end = chapters[index + 1]?.start ?? state.duration;
        return (
          <li key={index}>
            <button
              ref={index === currentIndex ? scrollToCenter : null}
              type="button"
              aria-current={index === currentIndex ? "true" : undefined}
              tabIndex={index === tabStop ? 0 : -1}
              onFocus={() => setFocusedIndex(index)}
              onBlur={() => setFocusedIndex(null)}
              onKeyDown={onKeyDown}
              onClick={() => player.seek(start)}
              className={`${ROW_CLASS} aria-current:font-semibold aria-current:text-season`}
            >
              <Volume2 className={`size-4 shrink-0 text-season ${index === currentIndex ? "" : "invisible"}`} />
              <span className="min-w-0 flex-1 max-[16rem]:basis-40">{chapterName({ title, index })}</span>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">{formatPlayTime(end - start)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Doesn't scroll while the list has the focus. */
function scrollToCenter(row: HTMLElement | null): void {
  const list = row?.closest("ol");
  if (row && list && !list.contains(document.activeElement)) list.scrollTop = row.offsetTop - list.clientHeight / 2;
}
