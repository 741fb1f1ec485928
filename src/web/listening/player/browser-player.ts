import type { QueryClient } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { progressQuery } from "#web/api/progress.ts";
import { logProblem } from "#web/lib/log.ts";
import { soundUrl } from "#web/offline/copy/copy-status.ts";
import { placesOf } from "#web/places/use-places.ts";

import { followPlayer } from "./media-session.ts";
import { createPlayer, type Player } from "./player.ts";
import { createPreferences } from "./preferences.ts";
import { createSound } from "./sound.ts";

/** Closer places of other devices aren't offered. */
const SAME_PLACE_SECONDS = 30;

/** Its audio element stays on the page until `end`. */
export function createBrowserPlayer(book: Book, userId: number, queries: QueryClient): Player {
  const audio = document.createElement("audio");
  document.body.append(audio);
  const query = progressQuery(book.id);

  const player = createPlayer({
    book,
    findUrl: () => soundUrl(book, userId),
    preferences: createPreferences(),
    makeSound: (events) => createSound(audio, events),
    openPlace: (onChange) =>
      placesOf(userId, queries).open({
        medium: "sound",
        bookId: book.id,
        sameWithin: SAME_PLACE_SECONDS,
        onChange,
        onLeave: () => player.leave(),
      }),
    askProgress: async () => {
      try {
        return await queries.fetchQuery({ ...query, ...(navigator.onLine ? {} : { retry: false }) });
      } catch (error) {
        logProblem("Failed to fetch progress", error);
        return null;
      }
    },
    now: () => Date.now(),
    elapsed: () => performance.now(),
  });

  const stopSharing = pauseOtherTabs(player, player.name);
  const stopShowing = showOnLockScreen(player);

  return {
    ...player,
    end() {
      stopSharing();
      stopShowing();
      player.end();
      audio.remove();
    },
  };
}

/** Playing in one tab pauses the book in the others. */
function pauseOtherTabs(player: Player, name: string): () => void {
  const channel = new BroadcastChannel("player");
  let wasPlaying = false;
  channel.addEventListener("message", ({ data }) => data !== name && player.pause());
  const unsubscribe = player.subscribe(() => {
    const { playing } = player.state();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    if (playing && !wasPlaying) channel.postMessage(name);
    wasPlaying = playing;
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}

/** Once it has played. */
function showOnLockScreen(player: Player): () => void {
  if (!("mediaSession" in navigator)) return () => {};
  let detach: (() => void) | undefined;
  const unsubscribe = player.subscribe(() => {
    if (!detach && player.state().started) detach = followPlayer(navigator.mediaSession, player);
  });
  return () => {
    unsubscribe();
    detach?.();
  };
}
