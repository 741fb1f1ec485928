import { Volume2 } from "lucide-react";
import { useEffect, useRef } from "react";

import { chapterNow } from "#web/features/audiobook/player/chapters.ts";
import type { Player, PlayerState } from "#web/features/audiobook/player/player.ts";
import { clockText } from "#web/features/audiobook/player/time-text.ts";

export const ROW =
  "flex min-h-touch w-full items-center gap-3 rounded-md px-3 py-2 text-left hover:bg-season-tint hover:text-season";

/** Every chapter with its length; the one that plays is marked and in view. */
export function ChapterList({ player, state }: { player: Player; state: PlayerState }) {
  const { chapters } = player.book;
  const current = chapterNow(chapters, state.position, state.duration)?.index;
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && row && current !== undefined) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [current]);

  return (
    <ol ref={list} className="relative max-h-80 overflow-y-auto overscroll-contain">
      {chapters.map(({ title, start }, index) => {
        const end = chapters[index + 1]?.start ?? state.duration;
        return (
          <li key={start}>
            <button
              type="button"
              aria-current={index === current ? "true" : undefined}
              onClick={() => player.seek(start)}
              className={`${ROW} aria-current:font-semibold aria-current:text-season`}
            >
              <span aria-hidden="true" className="w-7 shrink-0 text-right text-sm text-ink-soft tabular-nums">
                {index === current ? <Volume2 className="ml-auto size-4 text-season" /> : index + 1}
              </span>
              <span className="min-w-0 flex-1">{title || `Chapter ${index + 1}`}</span>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">{clockText(end - start)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
