import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";

import { usePace } from "#web/api/use-pace.ts";
import { useOnline } from "#web/lib/hooks/use-online.ts";
import { canSetVolume } from "#web/listening/player/audio-source.ts";
import { chapterName, chapterText, currentChapter, isFinished } from "#web/listening/player/chapters.ts";
import type { Player } from "#web/listening/player/player.ts";
import { clockText } from "#web/listening/player/time-text.ts";
import { usePlayerState, useProgressWatch } from "#web/listening/player/use-player.ts";
import { OfflineControl } from "#web/offline/copy/offline-control.tsx";
import { seasonAtom } from "#web/state/season.ts";
import { userAtom } from "#web/state/session.ts";
import { Mascot } from "#web/ui/images/mascot.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";

import { FinishedCard } from "./finished-card.tsx";
import { PlayerLists } from "./player-lists.tsx";
import { PlayerLoading } from "./player-loading.tsx";
import { SeekSliders } from "./seek-slider.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { SleepControl } from "./sleep-control.tsx";
import { SpeedControl } from "./speed-control.tsx";
import { TimeLeft } from "./time-left.tsx";
import { focusPlay, Transport } from "./transport.tsx";
import { UndoButton } from "./undo-button.tsx";
import { VolumeControl } from "./volume-control.tsx";

export function PlayerCard({ player }: { player: Player }) {
  const state = usePlayerState(player);
  const season = useAtomValue(seasonAtom);
  const user = useAtomValue(userAtom);
  const isOnline = useOnline();
  // where it doesn't, the slider is hidden anyway: nothing moves
  const [volumeWorks, setVolumeWorks] = useState(true);
  useEffect(() => void canSetVolume(document.createElement("audio")).then(setVolumeWorks), []);
  useProgressWatch(player);
  const { hasReachedEnd } = usePace(player.book.id);

  if (state.phase === "loading") return <PlayerLoading chapters={player.book.chapters.length} />;
  const { position, duration, rate, undo } = state;
  const { chapters } = player.book;
  const chapter = currentChapter(chapters, position, duration);
  const percent = duration > 0 ? Math.min(100, Math.round((position / duration) * 100)) : 0;

  return (
    <section aria-label="Audiobook player" className="rounded-lg border border-line bg-sheet shadow-page">
      <div className="flex items-center gap-2.5 rounded-t-lg bg-season-ground px-4 py-3.5 text-on-solid sm:gap-3 sm:px-7 sm:py-5">
        <SeasonIcon season={season} className="size-6 shrink-0 sm:size-7" />
        {/* always two lines high, so nothing below moves between chapters */}
        <div className="flex min-h-19 min-w-0 flex-1 flex-col justify-center">
          <h2 className="line-clamp-2 text-xl">{chapter ? chapterName(chapter) : player.book.title}</h2>
          {chapter && <p className="text-sm">{chapterText(chapter, position, rate)}</p>}
        </div>
        {season && (
          <Mascot
            season={season}
            className="-mt-8 -mr-1 -mb-3.5 size-18 shrink-0 self-end sm:-mt-12 sm:mr-0 sm:-mb-5 sm:size-28"
          />
        )}
      </div>
      <div className="space-y-4 p-4 sm:p-7">
        <div>
          <SeekSliders position={position} duration={duration} chapters={chapters} onSeek={player.seek} />
          <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1 text-sm whitespace-nowrap max-[16rem]:grid-cols-1 text-ink-soft tabular-nums max-[22.5rem]:text-xs sm:grid-cols-[1fr_auto_1fr]">
            <span>
              {clockText(position)} / {clockText(duration)}
            </span>
            <Badge>{percent}% complete</Badge>
            <TimeLeft bookId={player.book.id} {...state} />
          </div>
        </div>
        <Transport player={player} state={state} />
        {/* here, a phone shows it and the sliders on one screen */}
        {(state.finished || (isFinished(position, duration) && hasReachedEnd)) && (
          <FinishedCard bookId={player.book.id} title={player.book.title} isNews={state.started} />
        )}
        <div className="flex flex-wrap justify-center gap-2 max-[24rem]:gap-x-1 sm:gap-3">
          <SpeedControl player={player} rate={rate} />
          <SleepControl player={player} state={state} />
          <VolumeControl player={player} state={state} canSet={volumeWorks} />
          <ShortcutHelp player={player} />
        </div>
        {!isOnline && (
          <output className="block rounded-md bg-season-tint px-4 py-2.5 text-sm">
            Your place is saved on this device until you're back online.
          </output>
        )}
        {isOnline && state.broken && (
          <output className="block rounded-md bg-season-tint px-4 py-2.5 text-sm">
            The audiobook isn't loading. We'll keep trying; if it doesn't come back, tell an admin.
          </output>
        )}
        <output className="flex justify-center empty:sr-only">
          {undo && (
            <UndoButton
              onClick={(button) => {
                focusPlay(button);
                player.undo();
              }}
            >
              Undo: back to {clockText(undo.position)}
            </UndoButton>
          )}
        </output>
        <div className="border-t border-line pt-4">
          {user && <OfflineControl book={player.book} userId={user.id} />}
        </div>
        <PlayerLists player={player} state={state} />
      </div>
    </section>
  );
}
