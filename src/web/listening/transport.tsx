import { LoaderCircle, type LucideIcon, Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";

import { nextStart } from "#web/listening/player/chapters.ts";
import type { PlayerState } from "#web/listening/player/player-state.ts";
import { type Player, SKIP_SECONDS } from "#web/listening/player/player.ts";

const ROUND_BUTTON_CLASS =
  "inline-flex shrink-0 items-center justify-center rounded-full text-ink transition-colors hover:bg-season-tint hover:text-season disabled:cursor-not-allowed disabled:opacity-40 disabled:hover:bg-transparent";

export function Transport({ player, state }: { player: Player; state: PlayerState }) {
  const { chapters } = player.book;
  const hasChapters = chapters.length > 1;
  return (
    <fieldset
      aria-label="Playback"
      className="min-w-0 flex flex-wrap items-center justify-center gap-0 min-[22rem]:gap-0.5 sm:gap-4"
    >
      {hasChapters && (
        <SkipButton label="Previous chapter" onClick={player.previousChapter} className="size-11">
          <SkipBack className="size-6" />
        </SkipButton>
      )}
      <SkipButton label="Back 30 seconds" onClick={() => player.skip(-SKIP_SECONDS)}>
        <SecondsIcon icon={RotateCcw} className="size-10" />
      </SkipButton>
      <PlayButton player={player} state={state} />
      <SkipButton label="Forward 30 seconds" onClick={() => player.skip(SKIP_SECONDS)}>
        <SecondsIcon icon={RotateCw} className="size-10" />
      </SkipButton>
      {hasChapters && (
        <SkipButton
          label="Next chapter"
          isOff={nextStart(chapters, state.position) === null}
          onClick={player.nextChapter}
          className="size-11"
        >
          <SkipForward className="size-6" />
        </SkipButton>
      )}
    </fieldset>
  );
}

type PlayButtonProps = { player: Player; state: PlayerState; className?: string };

export function PlayButton({ player, state, className = "size-16 sm:size-18" }: PlayButtonProps) {
  const isPending = state.isPlaying && (state.isWaiting || state.isBroken);
  const Icon = isPending ? LoaderCircle : state.isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      data-play=""
      aria-label={state.isPlaying ? "Pause" : "Play"}
      onClick={player.toggle}
      className={`inline-flex shrink-0 items-center justify-center rounded-full bg-season text-sheet shadow-page transition-colors hover:bg-ink hover:text-paper ${className}`}
    >
      <Icon
        fill={isPending ? "none" : "currentColor"}
        strokeWidth={isPending ? 2 : 1}
        className={`size-[45%] ${isPending ? "animate-spin" : state.isPlaying ? "" : "translate-x-[6%]"}`}
      />
    </button>
  );
}

/** For an element that disappears with the focus. */
export function focusPlay(part: Element): void {
  part.closest("main")?.querySelector<HTMLElement>("[data-play]")?.focus({ preventScroll: true });
}

type SkipProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode; className?: string };

export function SkipButton({ label, isOff = false, onClick, children, className = "size-12 sm:size-14" }: SkipProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
      className={`${ROUND_BUTTON_CLASS} ${className}`}
    >
      {children}
    </button>
  );
}

/** With the number of seconds in the ring. */
export const SecondsIcon = ({ icon: Icon, className }: { icon: LucideIcon; className: string }) => (
  <Icon aria-hidden="true" strokeWidth={1.5} className={className}>
    <text x="12" y="14.8" textAnchor="middle" fontSize="7.8" fontWeight="700" fill="currentColor" stroke="none">
      {SKIP_SECONDS}
    </text>
  </Icon>
);
