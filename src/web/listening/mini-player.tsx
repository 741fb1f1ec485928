import { useAtomValue } from "jotai";
import { Link, useLocation } from "react-router";

import { chapterNow } from "#web/listening/player/chapters.ts";
import type { PlayerState } from "#web/listening/player/player-state.ts";
import type { Player } from "#web/listening/player/player.ts";
import { clockText } from "#web/listening/player/time-text.ts";
import { useMediaSession } from "#web/listening/player/use-media-session.ts";
import { playerAtom, usePlayerState } from "#web/listening/player/use-player.ts";

import { PlayButton } from "./transport.tsx";
import { useOnline } from "./use-online.ts";

/** Stays while one moves between the pages; the audiobook's own page has the large one. */
export function MiniPlayer() {
  const player = useAtomValue(playerAtom);
  return player && <Bar player={player} />;
}

function Bar({ player }: { player: Player }) {
  const state = usePlayerState(player);
  const { pathname } = useLocation();
  const isOnline = useOnline();
  useMediaSession(player, state);
  if (!state.started || pathname === "/audiobook") return null;

  const { position, duration } = state;
  const { title, coverImage, chapters } = player.book;
  const chapter = chapterNow(chapters, position, duration);
  const percent = duration > 0 ? (position / duration) * 100 : 0;
  return (
    <section
      aria-label="Audiobook"
      data-mini-player
      className="sticky bottom-(--tab-bar) z-20 border-t border-line bg-sheet shadow-lifted print:hidden"
    >
      <div aria-hidden="true" className="h-1 bg-line">
        <div className="h-full bg-season-solid" style={{ width: `${percent}%` }} />
      </div>
      <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2 sm:px-6">
        <PlayButton player={player} state={state} className="size-12" />
        {coverImage && (
          <img src={coverImage} alt="" className="h-12 w-8 rounded-sm object-cover shadow-page filter-(--pictures)" />
        )}
        <Link to="/audiobook" className="min-h-touch min-w-0 flex-1 rounded-md py-1 hover:text-season">
          <span className="block truncate font-semibold">{title}</span>
          <span className="block truncate text-sm text-ink-soft tabular-nums">
            {worry(state, isOnline) ?? (
              <>
                {chapter && `Chapter ${chapter.index + 1} of ${chapter.count} · `}
                {clockText(position)} / {clockText(duration)}
              </>
            )}
          </span>
        </Link>
      </div>
    </section>
  );
}

/** What the large player would tell or ask, in the few words that there is room for; null when all is well. */
function worry({ broken, sync }: PlayerState, isOnline: boolean): string | null {
  if (sync.offer) return "You listened elsewhere: choose";
  if (!isOnline) return null;
  if (broken) return "Does not load at the moment";
  return sync.failing ? "Your place is not being saved" : null;
}
