import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { Moon } from "lucide-react";

import { formatPlayTime } from "#web/listening/player/format-time.ts";
import type { PlayerState } from "#web/listening/player/player-state.ts";
import type { Player } from "#web/listening/player/player.ts";
import { SLEEP_MINUTES } from "#web/listening/player/sleep-timer.ts";
import { CloseOnBack } from "#web/ui/layout/close-on-back.tsx";

const ITEM_CLASS =
  "flex min-h-touch w-full items-center rounded-md px-3 text-left data-focus:bg-season-tint data-focus:text-season";

export function SleepControl({ player, state }: { player: Player; state: PlayerState }) {
  const { sleep } = state;
  const endsAtChapter = sleep?.kind === "chapter";
  const leftLabel = sleep?.kind === "minutes" ? formatPlayTime(Math.ceil(sleep.leftMs / 1000)) : "End of chapter";
  const choices = [
    ...(sleep ? [{ choice: null, text: "Turn off" }] : []),
    ...SLEEP_MINUTES.map((minutes) => ({ choice: minutes, text: `${minutes} minutes` })),
    ...(player.book.chapters.length > 0 ? [{ choice: "chapter" as const, text: "End of chapter" }] : []),
  ];
  return (
    <Menu>
      <MenuButton
        aria-label={sleep ? `Sleep timer, ${leftLabel}` : "Sleep timer"}
        className="inline-flex min-h-touch w-30 items-center justify-center gap-2 rounded-md border border-line-strong bg-sheet px-2 font-semibold hover:bg-sunk"
      >
        <Moon fill={sleep ? "currentColor" : "none"} className="size-5" />
        <span className="tabular-nums">{endsAtChapter ? "Chapter" : sleep ? leftLabel : "Sleep"}</span>
      </MenuButton>
      <MenuItems
        anchor={{ to: "top", gap: 8, padding: 8 }}
        className="z-30 w-56 rounded-lg border border-line-strong bg-sheet p-1.5 shadow-lifted focus:outline-none"
      >
        <CloseOnBack />
        {choices.map(({ choice, text }) => (
          <MenuItem key={text}>
            <button type="button" className={ITEM_CLASS} onClick={() => player.setSleep(choice)}>
              {text}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
