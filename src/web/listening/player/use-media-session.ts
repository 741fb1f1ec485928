import { useEffect } from "react";

import { followPlayer } from "./media-session.ts";
import type { Player } from "./player.ts";

/** Syncs lock screen and headset keys with the player, once it has played. */
export function useMediaSession(player: Player, started: boolean): void {
  useEffect(() => {
    if (!started || !("mediaSession" in navigator)) return undefined;
    return followPlayer(navigator.mediaSession, player);
  }, [player, started]);
}
