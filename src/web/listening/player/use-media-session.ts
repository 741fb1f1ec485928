import { useEffect } from "react";

import { chapterNow } from "./chapters.ts";
import { attachMediaSession, mediaMetadata, showPosition } from "./media-session.ts";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player.ts";

/** Keeps the lock screen and the headset keys in step with the player. */
export function useMediaSession(player: Player, state: PlayerState): void {
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  const { playing, started, duration, rate, position } = state;
  const title = chapterNow(player.book.chapters, position, duration)?.title || player.book.title;
  // The lock screen counts on on its own: it is told where it is now and then.
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
