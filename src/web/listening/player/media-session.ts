import { type Player, SKIP_SECONDS } from "./player.ts";

/** Handles lock screen and headset keys. @returns a function to detach */
export function attachMediaSession(session: MediaSession, player: Player): () => void {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
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
  for (const [action, handler] of entriesOf(handlers)) setHandler(session, action, handler);
  return () => {
    for (const [action] of entriesOf(handlers)) setHandler(session, action, null);
    session.metadata = null;
    session.playbackState = "none";
  };
}

/** Chapter, author, book and cover. */
export function mediaMetadata({ book }: Player, title: string): MediaMetadataInit {
  return {
    title,
    artist: book.author,
    album: book.title,
    artwork: book.coverImage ? [{ src: book.coverImage, type: "image/webp" }] : [],
  };
}

/** For the lock screen's slider. */
export function showPosition(session: MediaSession, position: number, duration: number, rate: number): void {
  if (duration <= 0) return;
  session.setPositionState?.({ duration, playbackRate: rate, position: Math.min(position, duration) });
}

function entriesOf(handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>) {
  return Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][];
}

/** Browsers throw on unknown actions. */
function setHandler(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // This browser lacks that key; the others work.
  }
}
