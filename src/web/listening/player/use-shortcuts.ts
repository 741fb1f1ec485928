import { useEffect, useEffectEvent } from "react";

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
  const onHelp = useEffectEvent(openHelp);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(ownersOf(event.key))) return;
      if (event.key === "?") onHelp();
      else if (pressShortcut(player, event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [player]);
}

function ownersOf(key: string): string {
  if (key === " ") return OWNS_SPACE;
  return key.startsWith("Arrow") ? OWNS_ARROWS : OWNS_LETTERS;
}
