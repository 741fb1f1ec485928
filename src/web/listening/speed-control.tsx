import { Popover, PopoverButton, PopoverPanel, useClose } from "@headlessui/react";
import { ChevronDown, Minus, Plus } from "lucide-react";
import type { CSSProperties } from "react";

import { useCloseWatcher } from "#web/lib/hooks/use-close-watcher.ts";
import type { Player } from "#web/listening/player/player.ts";
import { formatSpeed, SPEED_CYCLE, SPEED_MAX, SPEED_MIN, SPEED_STEP } from "#web/listening/player/speed.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";

/** A button for SPEC's five speeds, and a menu from 0.5 to 3. */
export function SpeedControl({ player, rate }: { player: Player; rate: number }) {
  return (
    <div className="inline-flex items-stretch rounded-md border border-line-strong bg-sheet">
      <button
        type="button"
        aria-label={`Playback speed ${formatSpeed(rate)}`}
        onClick={player.cycleRate}
        className="min-h-touch w-18 rounded-l-md px-2 font-semibold tabular-nums hover:bg-sunk"
      >
        {formatSpeed(rate)}
      </button>
      <Popover className="relative flex">
        <PopoverButton
          aria-label="More speeds"
          className="inline-flex min-h-touch min-w-touch items-center justify-center rounded-r-md border-l border-line hover:bg-sunk"
        >
          <ChevronDown className="size-4" />
        </PopoverButton>
        <PopoverPanel
          as="section"
          aria-label="Speeds"
          anchor={{ to: "top", gap: 8, offset: 16, padding: 8 }}
          className="z-30 w-72 max-w-[calc(100vw-1rem)] space-y-3 rounded-lg border border-line-strong bg-sheet p-4 shadow-lifted"
        >
          <SpeedMenu player={player} rate={rate} />
        </PopoverPanel>
      </Popover>
    </div>
  );
}

function SpeedMenu({ player, rate }: { player: Player; rate: number }) {
  useCloseWatcher(true, useClose());
  const sliderFraction = (rate - SPEED_MIN) / (SPEED_MAX - SPEED_MIN);
  return (
    <>
      <p className="text-center text-lg font-semibold tabular-nums">{formatSpeed(rate)}</p>
      <div className="flex items-center gap-2" style={{ "--played": sliderFraction } as CSSProperties}>
        <IconButton
          label="Slower"
          icon={Minus}
          disabled={rate <= SPEED_MIN}
          onClick={() => player.setRate(rate - SPEED_STEP)}
        />
        <input
          type="range"
          aria-label="Speed"
          aria-valuetext={`${rate} times`}
          min={SPEED_MIN}
          max={SPEED_MAX}
          step={SPEED_STEP}
          value={rate}
          onChange={({ target }) => player.setRate(Number(target.value))}
          className="player-range"
        />
        <IconButton
          label="Faster"
          icon={Plus}
          disabled={rate >= SPEED_MAX}
          onClick={() => player.setRate(rate + SPEED_STEP)}
        />
      </div>
      <div className="grid grid-cols-4 gap-1.5">
        {[SPEED_MIN, ...SPEED_CYCLE, 2.5, SPEED_MAX].map((speed) => (
          <button
            key={speed}
            type="button"
            aria-pressed={speed === rate}
            onClick={() => player.setRate(speed)}
            className="min-h-touch rounded-md border border-line px-1 text-sm font-semibold tabular-nums hover:bg-sunk aria-pressed:border-season aria-pressed:bg-season aria-pressed:text-sheet"
          >
            {formatSpeed(speed)}
          </button>
        ))}
      </div>
    </>
  );
}
