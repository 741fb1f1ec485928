import type { QueryClient } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import type { Progress } from "#contract/progress.ts";
import { bookmarksQuery, setBookmark } from "#web/api/bookmarks.ts";
import { ApiError } from "#web/api/client.ts";
import { conflictingPlace, jumpsQuery, progressQuery, saveProgress, saveProgressLeaving } from "#web/api/progress.ts";
import { logProblem } from "#web/lib/log.ts";
import { createBacklogStore } from "#web/listening/saving/backlog-store.ts";
import { holdName, HOPELESS, newClientName } from "#web/listening/saving/client-name.ts";
import { deviceName } from "#web/listening/saving/device-name.ts";
import { createProgressSync } from "#web/listening/saving/progress-sync.ts";
import { type PendingSave, type SendResult, toCall } from "#web/listening/saving/save-queue.ts";
import { createBookmarkStore, createWaitingBookmarks } from "#web/listening/saving/waiting-bookmarks.ts";
import { soundUrl } from "#web/offline/copy/copy-status.ts";

import { followPlayer } from "./media-session.ts";
import { createPlayer, type Player } from "./player.ts";
import { browserStorage, createPreferences } from "./preferences.ts";
import { retryWhileFailing } from "./retry-while-failing.ts";
import { createSound } from "./sound.ts";

/** Its audio element stays on the page until `end`. */
export function createBrowserPlayer(book: Book, userId: number, queries: QueryClient): Player {
  const audio = document.createElement("audio");
  document.body.append(audio);
  const query = progressQuery(book.id);
  const now = () => Date.now();
  const life = new AbortController();
  const client = newClientName();
  const claim = (name: string) => holdName(name, life.signal);
  void claim(client);

  const waitingBookmarks = createWaitingBookmarks({
    store: createBookmarkStore(userId),
    send: setBookmark,
    onArrived: (bookId) => void queries.invalidateQueries({ queryKey: bookmarksQuery(bookId).queryKey }),
  });

  async function send(save: PendingSave): Promise<SendResult> {
    try {
      const progress = await saveProgress(toCall(save, now()));
      void queries.invalidateQueries({ queryKey: query.queryKey });
      if (save.reason === "seek") void queries.invalidateQueries({ queryKey: jumpsQuery(book.id).queryKey });
      // online: browsers don't always report that it's back
      if (waitingBookmarks.all().length > 0) void waitingBookmarks.deliver();
      return { kind: "saved", progress };
    } catch (error) {
      const progress = conflictingPlace<Progress>(error);
      if (progress) return { kind: "refused", progress };
      logProblem("Saving the listening progress failed", error);
      return { kind: error instanceof ApiError && HOPELESS.has(error.status) ? "dropped" : "failed" };
    }
  }

  const player = createPlayer({
    book,
    findUrl: () => soundUrl(book, userId),
    waitingBookmarks,
    preferences: createPreferences(browserStorage()),
    makeSound: (events) => createSound(audio, events),
    makeSync: (onChange) =>
      createProgressSync({
        bookId: book.id,
        device: deviceName(navigator.userAgent, navigator.maxTouchPoints),
        client,
        claim,
        store: createBacklogStore(userId),
        send,
        now,
        onChange,
      }),
    askProgress: async () => {
      try {
        return await queries.fetchQuery({ ...query, ...(navigator.onLine ? {} : { retry: false }) });
      } catch (error) {
        logProblem("Failed to fetch progress", error);
        return null;
      }
    },
    sendBeacon: (save) => void saveProgressLeaving(toCall(save, now())).catch(() => undefined),
    now,
    elapsed: () => performance.now(),
  });
  const leave = () => player.leave();
  addEventListener("pagehide", leave, { signal: life.signal });
  const onVisibility = () => (document.hidden ? leave() : player.flush());
  document.addEventListener("visibilitychange", onVisibility, { signal: life.signal });
  addEventListener("online", player.flush, { signal: life.signal });
  const stopRetrying = retryWhileFailing(player);

  const stopSharing = pauseOtherTabs(player, client);
  const stopShowing = showOnLockScreen(player);

  return {
    ...player,
    end() {
      life.abort();
      stopRetrying();
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
