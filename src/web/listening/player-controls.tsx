import { useAtomValue } from "jotai";
import { CircleAlert } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { usePace } from "#web/api/use-pace.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { chapterName, currentChapter, formatCurrentChapter, isFinished } from "#web/listening/player/chapters.ts";
import { formatPlayTime } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePlayerState, useProgressWatch } from "#web/listening/player/use-player.ts";
import { OfflineControl } from "#web/offline/copy/offline-control.tsx";
import { seasonAtom } from "#web/state/season.ts";
import { Skeleton, SkeletonLines, Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";

import { FinishedCard } from "./finished-card.tsx";
import { NewerPositionNotice } from "./newer-position-notice.tsx";
import { PlayerLists } from "./player-lists.tsx";
import { SeekSliders } from "./seek-slider.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { SleepControl } from "./sleep-control.tsx";
import { SpeedControl } from "./speed-control.tsx";
import { TimeLeft } from "./time-left.tsx";
import { focusPlay, Transport } from "./transport.tsx";
import { UndoButton } from "./undo-button.tsx";
import { VolumeControl } from "./volume-control.tsx";

export function PlayerControls({ book, player }: { book: Book; player: Player }) {
  const state = usePlayerState(player);
  const season = useAtomValue(seasonAtom);
  const isOnline = useOnline();
  useProgressWatch(player);
  const { hasReachedEnd } = usePace(player.book.id);

  if (state.phase === "loading") return <PlayerLoading chapterCount={player.book.chapters.length} />;
  const { position, duration, rate, undo, saving } = state;
  const { chapters } = player.book;
  const chapter = currentChapter(chapters, position, duration);
  const isFailing = saving.isFailing && isOnline;
  const isEnd = state.hasFinished || (isFinished(position, duration) && hasReachedEnd);

  return (
    <div className="space-y-3 p-4 pt-2 sm:space-y-4 sm:p-7 sm:pt-5">
      <div>
        {/* Always two lines high, so that nothing below moves between chapters. */}
        {chapter && (
          <div className="flex min-h-18 items-center gap-2.5">
            {season && <SeasonIcon season={season} className="size-6 shrink-0 text-season" />}
            <div className="min-w-0">
              <h2 className="line-clamp-2 text-lg leading-tight">{chapterName(chapter)}</h2>
              <p className="text-sm text-ink-soft">{formatCurrentChapter(chapter, position, rate)}</p>
            </div>
          </div>
        )}
        <SeekSliders position={position} duration={duration} chapters={chapters} onSeek={player.seek} />
        <TimeLeft bookId={player.book.id} {...state} />
      </div>
      <Transport player={player} state={state} />
      {/* Only one of them, below the controls that must not move under the thumb. */}
      {isFailing ? <SaveErrorCard /> : <NewerPositionNotice player={player} />}
      {isEnd && !isFailing && !saving.offer && (
        <FinishedCard bookId={player.book.id} title={player.book.title} isNew={state.hasStarted} />
      )}
      <div className="flex flex-wrap justify-center gap-2 max-[24rem]:gap-x-1 sm:gap-3">
        <SpeedControl player={player} rate={rate} />
        <SleepControl player={player} state={state} />
        <VolumeControl player={player} state={state} />
        <ShortcutHelp player={player} />
      </div>
      {!isOnline && (
        <output className="block rounded-md bg-season-tint px-4 py-2.5 text-sm">
          Your place is saved on this device until you're back online.
        </output>
      )}
      {isOnline && state.isBroken && (
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
            Undo: back to {formatPlayTime(undo.position)}
          </UndoButton>
        )}
      </output>
      <div className="border-t border-line pt-4">
        <OfflineControl book={book} />
      </div>
      <PlayerLists player={player} state={state} />
    </div>
  );
}

/** As high as the controls, so that nothing below them moves. */
export const PlayerLoading = ({ chapterCount }: { chapterCount: number }) => (
  <div aria-busy="true" className={`space-y-4 p-4 sm:p-7 ${chapterCount > 0 ? "min-h-213" : "min-h-168"}`}>
    <Skeleton shape="pill" className="h-2" />
    <Spinner label="Finding your place..." />
    <SkeletonLines lines={9} />
  </div>
);

function SaveErrorCard() {
  return (
    <section role="alert" className="rounded-md border-2 border-danger bg-danger-tint p-3 max-sm:text-sm sm:p-5">
      <h2 className="flex items-center gap-2.5 text-xl text-danger">
        <CircleAlert className="size-6 shrink-0" />
        Error Saving Progress
      </h2>
      <p className="mt-1 font-semibold sm:mt-2">Error saving your progress</p>
      <p className="max-w-measure">
        We're having trouble saving your listening progress. Please try refreshing the page.
      </p>
      <Button variant="danger" className="mt-1.5 sm:mt-3" onClick={() => location.reload()}>
        Refresh Page
      </Button>
    </section>
  );
}
