import { useListener } from "#web/lib/hooks/use-listener.ts";

import { type Player, SKIP_SECONDS } from "./player.ts";
import { SPEED_STEP } from "./speed.ts";

export const SHORTCUTS = [
  ["Space", "Play or pause"],
  ["←", `Back ${SKIP_SECONDS} seconds`],
  ["→", `Forward ${SKIP_SECONDS} seconds`],
  ["Shift ←", "Previous chapter"],
  ["Shift →", "Next chapter"],
  ["[", "Slower"],
  ["]", "Faster"],
  ["M", "Mute"],
  ["?", "This help"],
] as const;

type Key = { key: string; shiftKey: boolean };

function handleShortcut(player: Player, { key, shiftKey }: Key): boolean {
  const { rate } = player.state();
  const actions: Record<string, () => void> = {
    " ": player.toggle,
    ArrowLeft: () => (shiftKey ? player.previousChapter() : player.skip(-SKIP_SECONDS)),
    ArrowRight: () => (shiftKey ? player.nextChapter() : player.skip(SKIP_SECONDS)),
    "[": () => player.setRate(rate - SPEED_STEP),
    "]": () => player.setRate(rate + SPEED_STEP),
    m: player.toggleMute,
  };
  const action = actions[key.length === 1 ? key.toLowerCase() : key];
  action?.();
  return action !== undefined;
}

const LETTER_HANDLERS =
  "input:not([type=range]), textarea, select, [role=tab], [role=menu], [role=menuitem], [role=dialog], [contenteditable]";
/** Sliders handle only arrows, so the space bar still plays and pauses. */
const ARROW_HANDLERS = `${LETTER_HANDLERS}, input`;
const SPACE_HANDLERS = `${LETTER_HANDLERS}, button, a, summary`;

export function useShortcuts(player: Player, openHelp: () => void): void {
  useListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(keyHandlersSelector(event.key))) return;
    if (event.key === "?") openHelp();
    else if (handleShortcut(player, event)) event.preventDefault();
  });
}

function keyHandlersSelector(key: string): string {
  if (key === " ") return SPACE_HANDLERS;
  return key.startsWith("Arrow") ? ARROW_HANDLERS : LETTER_HANDLERS;
}
