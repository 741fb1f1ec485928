import { useEffect } from "react";

import type { Player } from "./player.ts";
import { pressShortcut } from "./shortcuts.ts";

/** Keys belong to the player unless the focus is on something that uses them itself. */
const OWNS_ARROWS = "input, textarea, select, [role=tab], [role=menu], [role=menuitem], [contenteditable]";
const OWNS_SPACE = `${OWNS_ARROWS}, button, a, summary`;

/** Space, arrows, brackets and M work the player while its page is open. */
export function useShortcuts(player: Player): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(event.key === " " ? OWNS_SPACE : OWNS_ARROWS)) return;
      if (pressShortcut(player, event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [player]);
}
