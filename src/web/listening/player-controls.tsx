import { useAtomValue, useSetAtom } from "jotai";
import { BookOpenText, CircleAlert, type LucideIcon, Smartphone } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";

import type { Book } from "#contract/books.ts";
import { isolateText } from "#contract/isolate-text.ts";
import { usePace } from "#web/api/use-pace.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { OfflineControl } from "#web/offline/copy/offline-control.tsx";
import { placeText } from "#web/progress/device-name.ts";
import type { Offer } from "#web/progress/place.ts";
import { SWITCH_OVERLAP_SECONDS, usePlaceOffer } from "#web/progress/use-place-offer.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { seasonAtom } from "#web/state/season.ts";
import { Skeleton, SkeletonLines, Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";

import { FinishedCard } from "./finished-card.tsx";
import { PlayerLists } from "./player-lists.tsx";
import { chapterName, chapterText, currentChapter, isFinished } from "./player/chapters.ts";
import { agoText, clockText, distanceText } from "./player/format-time.ts";
import type { Player } from "./player/player.ts";
import { usePlayerState, useProgressWatch } from "./player/use-player.ts";
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
            <SeasonIcon season={season} className="size-6 shrink-0 text-season" />
            <div className="min-w-0">
              <h2 className="line-clamp-2 text-lg leading-tight">{chapterName(chapter)}</h2>
              <p className="text-sm text-ink-soft">{chapterText(chapter, position, rate)}</p>
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
            Undo: back to {clockText(undo.position)}
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

type Props = {
  icon: LucideIcon;
  title: string;
  goLabel: string;
  onChoose: (choice: "go" | "stay") => void;
  children: ReactNode;
};

function PlaceOffer({ icon: Icon, title, goLabel, onChoose, children }: Props) {
  const answer =
    (choice: "go" | "stay") =>
    ({ currentTarget }: MouseEvent) => {
      focusPlay(currentTarget);
      onChoose(choice);
    };
  return (
    <output className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-season bg-season-tint p-3 max-sm:text-sm">
      <Icon className="size-6 shrink-0 text-season max-sm:hidden" />
      <span className="min-w-0 flex-1 basis-44">
        <strong className="block">{title}</strong>
        {children}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="season" className="max-sm:px-4! max-sm:text-sm" onClick={answer("go")}>
          {goLabel}
        </Button>
        <Button variant="quiet" className="max-sm:px-4! max-sm:text-sm" onClick={answer("stay")}>
          Stay here
        </Button>
      </span>
    </output>
  );
}

/** Offers a newer place of another device, else one in the text or on paper. */
function NewerPositionNotice({ player }: { player: Player }) {
  const { phase, isPlaying, saving, position } = usePlayerState(player);
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  const { offer: textOffer, onChoose } = usePlaceOffer(player.book.id, {
    medium: "reading",
    isShown: !isPlaying && phase === "ready" && !saving.offer,
    onGo: ({ fraction, seconds }) => {
      setMediumSwitch({ bookId: player.book.id, to: "audio", fraction });
      player.seek(Math.max(0, seconds - SWITCH_OVERLAP_SECONDS));
    },
  });
  const { offer } = saving;
  if (phase === "loading") return null;
  if (offer)
    return (
      <PlaceOffer
        icon={Smartphone}
        title={offer.isFromThisDevice ? "You listened in another tab" : "You listened on another device"}
        goLabel="Go there"
        onChoose={player.answer}
      >
        {offerText(player, offer)}, {distanceText(position, offer.position)} (
        <span className="whitespace-nowrap">{clockText(offer.position)}</span>)
      </PlaceOffer>
    );
  if (!textOffer) return null;
  return (
    <PlaceOffer
      icon={BookOpenText}
      title={textOffer.from === "paper" ? "You've read on in your paper copy" : "You've read further"}
      goLabel="Listen from there"
      onChoose={onChoose}
    >
      {textOffer.confidence === "chapter" ? "About here" : "Somewhere around here"}:{" "}
      {textOffer.chapter && `${isolateText(textOffer.chapter.title)}, `}
      {distanceText(position, textOffer.seconds)}
    </PlaceOffer>
  );
}

function offerText({ book }: Player, offer: Offer): string {
  const agoLabel = agoText(new Date(offer.at), new Date());
  const chapter = currentChapter(book.chapters, offer.position, book.audiobookSeconds ?? 0);
  return `${placeText(offer)}, ${agoLabel}${chapter ? `: ${chapterName(chapter)}` : ""}`;
}
