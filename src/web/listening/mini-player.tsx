import { useAtomValue, useSetAtom } from "jotai";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";

import type { Book } from "#contract/books.ts";
import { useGet } from "#web/api/use-get.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { isPlayerHiddenAtom, listeningAtom } from "#web/state/listening.ts";
import { showError } from "#web/ui/feedback/toast.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { chapterName, currentChapter } from "./player/chapters.ts";
import { formatPlayTime } from "./player/format-time.ts";
import type { PlayerState } from "./player/player-state.ts";
import { type Player, SKIP_SECONDS } from "./player/player.ts";
import { playerAtom, usePlayer, usePlayerState, useProgressWatch } from "./player/use-player.ts";
import { formatRewind } from "./time-left.tsx";
import { PlayButton, SecondsButton } from "./transport.tsx";

export function MiniPlayer() {
  const player = useAtomValue(playerAtom);
  return player && <MiniPlayerBar player={player} />;
}

/** Restores the player of a book in progress after a reload. */
export function ResumedPlayer({ book }: { book: Book }) {
  usePlayer(book);
  return <MiniPlayer />;
}

function MiniPlayerBar({ player }: { player: Player }) {
  const state = usePlayerState(player);
  const { pathname } = useLocation();
  const isOnline = useOnline();
  useProgressWatch(player);
  const setHidden = useSetAtom(isPlayerHiddenAtom);
  const end = useAtomValue(listeningAtom)?.end;
  useEndIfRemoved(player, state, end);
  const hasPosition = state.hasStarted || state.position > 0;
  if (state.phase === "loading" || !hasPosition || pathname === "/audiobook") return null;

  const { position, duration } = state;
  const { title, coverImage, chapters } = player.book;
  const chapter = currentChapter(chapters, position, duration);
  const warning = formatWarning(state, isOnline);
  const percent = duration > 0 ? (position / duration) * 100 : 0;
  return (
    <section aria-label="Audiobook" data-mini-player className="border-t border-line bg-sheet shadow-lifted">
      <div aria-hidden="true" className="h-1 bg-line">
        <div className="h-full bg-season-solid" style={{ width: `${percent}%` }} />
      </div>
      <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2 sm:px-6 low:py-0.5">
        <PlayButton player={player} state={state} className="size-12" />
        <SecondsButton player={player} seconds={-SKIP_SECONDS} className="size-11 *:size-8" />
        {coverImage && (
          <img
            src={coverImage}
            alt=""
            className="h-12 w-8 max-[23.5rem]:hidden rounded-sm object-cover shadow-page filter-(--images)"
          />
        )}
        <Link
          to="/audiobook"
          className="flex min-h-touch min-w-0 flex-1 flex-col justify-center rounded-md py-1 hover:text-season low:flex-row low:items-center low:justify-start low:gap-3"
        >
          <span className={`block truncate font-semibold ${warning ? "max-sm:hidden" : ""}`}>{title}</span>
          <span className="flex text-sm text-ink-soft tabular-nums">
            <span className={warning ? "line-clamp-2 leading-5" : "truncate"}>
              {warning ?? (chapter ? chapterName(chapter) : formatPlayTime(position))}
            </span>
            {!warning && (
              <span className="shrink-0 whitespace-pre">
                {chapter && ` · ${formatPlayTime(position)}`}
                <span className="max-sm:hidden"> / {formatPlayTime(duration)}</span>
              </span>
            )}
          </span>
        </Link>
        {!state.isPlaying && (
          <IconButton
            label="Close the player"
            icon={X}
            onClick={() => {
              setHidden(true);
              end?.();
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Audio that is already loaded plays on after an admin removed the file. */
function useEndIfRemoved({ book }: Player, { isPlaying, isBroken }: PlayerState, end: (() => void) | undefined): void {
  const { data: currentBook, refetch } = useGet("GET /api/books/current");
  const isRemoved = currentBook?.id === book.id && currentBook.audiobookFilename === null && (isBroken || !isPlaying);
  useEffect(() => {
    if (isBroken) void refetch();
  }, [isBroken, refetch]);
  useEffect(() => {
    if (!isRemoved || !end) return;
    end();
    showError(`An admin removed the audiobook of '${book.title}'.`);
  }, [isRemoved, end, book.title]);
}

function formatWarning({ isBroken, saving, rewound }: PlayerState, isOnline: boolean): string | null {
  if (saving.offer) return "You listened on another device";
  if (rewound) return formatRewind(rewound);
  if (!isOnline) return null;
  if (isBroken) return "Can't load right now";
  return saving.isFailing ? "Your place isn't being saved" : null;
}
