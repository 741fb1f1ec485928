import { LoaderCircle, type LucideIcon, Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import type { ComponentProps } from "react";

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
      {hasChapters && <SkipButton label="Previous chapter" icon={SkipBack} onClick={player.previousChapter} />}
      <SecondsButton player={player} seconds={-SKIP_SECONDS} />
      <PlayButton player={player} state={state} />
      <SecondsButton player={player} seconds={SKIP_SECONDS} />
      {hasChapters && (
        <SkipButton
          label="Next chapter"
          icon={SkipForward}
          disabled={nextStart(chapters, state.position) === null}
          onClick={player.nextChapter}
        />
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

type SkipProps = ComponentProps<"button"> & { label: string; icon: LucideIcon };

function SkipButton({ label, icon: Icon, className = "size-11 *:size-6", children, ...rest }: SkipProps) {
  return (
    <button type="button" aria-label={label} className={`${ROUND_BUTTON_CLASS} ${className}`} {...rest}>
      <Icon>{children}</Icon>
    </button>
  );
}

type SecondsProps = { player: Player; seconds: number; className?: string };

/** With the number of seconds in the ring. */
export function SecondsButton({ player, seconds, className = "size-12 *:size-10 sm:size-14" }: SecondsProps) {
  const [direction, icon] = seconds < 0 ? ["Back", RotateCcw] : ["Forward", RotateCw];
  return (
    <SkipButton
      label={`${direction} ${SKIP_SECONDS} seconds`}
      icon={icon}
      onClick={() => player.skip(seconds)}
      className={`*:stroke-[1.5] ${className}`}
    >
      <text x="12" y="14.8" textAnchor="middle" fontSize="7.8" fontWeight="700" fill="currentColor" stroke="none">
        {SKIP_SECONDS}
      </text>
    </SkipButton>
  );
}
