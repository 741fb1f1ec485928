import { useListener } from "#web/lib/hooks/use-listener.ts";

import type { Player } from "./player.ts";
import { pressShortcut } from "./shortcuts.ts";

/** Elements that use keys themselves. */
const OWNS_LETTERS =
  "input:not([type=range]), textarea, select, [role=tab], [role=menu], [role=menuitem], [role=dialog], [contenteditable]";
/** A slider uses only arrows, so the space bar still plays and pauses. */
const OWNS_ARROWS = `${OWNS_LETTERS}, input`;
const OWNS_SPACE = `${OWNS_LETTERS}, button, a, summary`;

/** Space, arrows, brackets and M control the player; ? calls `openHelp`. */
export function useShortcuts(player: Player, openHelp: () => void): void {
  useListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(ownersOf(event.key))) return;
    if (event.key === "?") openHelp();
    else if (pressShortcut(player, event)) event.preventDefault();
  });
}

function ownersOf(key: string): string {
  if (key === " ") return OWNS_SPACE;
  return key.startsWith("Arrow") ? OWNS_ARROWS : OWNS_LETTERS;
}
