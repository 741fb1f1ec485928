import { currentChapter } from "./chapters.ts";
import { type Player, SKIP_SECONDS } from "./player.ts";

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;

export function connectMediaSession(session: MediaSession, player: Player): () => void {
  const handlers: Handlers = {
    play: player.play,
    pause: player.pause,
    stop: player.pause,
    seekbackward: ({ seekOffset }) => player.skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => player.seek(seekTime ?? player.state().position),
    ...(player.book.chapters.length > 1
      ? { previoustrack: player.previousChapter, nexttrack: player.nextChapter }
      : {}),
  };
  setHandlers(session, handlers);
  const { author: artist = "", title: album, coverImage } = player.book;
  const artwork = coverImage ? [{ src: coverImage, type: "image/webp" }] : [];
  let shownTitle = "";
  let shownState = "";
  const update = () => {
    const { isPlaying, duration, rate, position } = player.state();
    const title = currentChapter(player.book.chapters, position, duration)?.title || player.book.title;
    if (title !== shownTitle) session.metadata = new MediaMetadata({ title, artist, album, artwork });
    shownTitle = title;
    // The lock screen extrapolates the position, so an update every 5 seconds is enough.
    const roundedPosition = Math.floor(position / 5) * 5;
    const currentState = [isPlaying, roundedPosition, duration, rate].join(" ");
    if (currentState === shownState) return;
    shownState = currentState;
    session.playbackState = isPlaying ? "playing" : "paused";
    if (duration > 0)
      session.setPositionState?.({ duration, playbackRate: rate, position: Math.min(roundedPosition, duration) });
  };
  update();
  const unsubscribe = player.subscribe(update);
  return () => {
    unsubscribe();
    setHandlers(session, Object.fromEntries(Object.keys(handlers).map((action) => [action, null])));
    session.metadata = null;
    session.playbackState = "none";
  };
}

/** Browsers throw on actions they don't support. */
function setHandlers(session: MediaSession, handlers: Handlers): void {
  for (const [action, handler] of Object.entries(handlers))
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {}
}
