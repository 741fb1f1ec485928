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

export function pressShortcut(player: Player, { key, shiftKey }: Key): boolean {
  const { rate } = player.state();
  const acts: Record<string, () => void> = {
    " ": player.toggle,
    ArrowLeft: () => (shiftKey ? player.previousChapter() : player.skip(-SKIP_SECONDS)),
    ArrowRight: () => (shiftKey ? player.nextChapter() : player.skip(SKIP_SECONDS)),
    "[": () => player.setRate(rate - SPEED_STEP),
    "]": () => player.setRate(rate + SPEED_STEP),
    m: player.toggleMute,
  };
  const act = acts[key.length === 1 ? key.toLowerCase() : key];
  act?.();
  return act !== undefined;
}
