import { useEffect } from "react";

import { chapterNow } from "./chapters.ts";
import { attachMediaSession, mediaMetadata, showPosition } from "./media-session.ts";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player.ts";

/** Syncs lock screen and headset keys with the player. */
export function useMediaSession(player: Player, state: PlayerState): void {
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  const { playing, started, duration, rate, position } = state;
  const title = chapterNow(player.book.chapters, position, duration)?.title || player.book.title;
  // the lock screen counts on, so an update every 5 seconds is enough
  const near = Math.floor(position / 5) * 5;

  useEffect(() => {
    if (session && started) return attachMediaSession(session, player);
    return undefined;
  }, [session, player, started]);

  useEffect(() => {
    if (session && started) session.metadata = new MediaMetadata(mediaMetadata(player, title));
  }, [session, player, started, title]);

  useEffect(() => {
    if (!session || !started) return;
    session.playbackState = playing ? "playing" : "paused";
    showPosition(session, near, duration, rate);
  }, [session, started, playing, duration, rate, near]);
}
