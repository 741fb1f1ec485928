import type { QueryClient } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { findEdition } from "#web/api/edition.ts";
import { fetchQuery } from "#web/api/fetch-query.ts";
import { progressQuery } from "#web/api/progress.ts";
import { openChannel } from "#web/lib/browser/channel.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { findAudioUrl } from "#web/offline/copy/copy-status.ts";
import { progressSyncsOf } from "#web/progress/progress-syncs.ts";

import { createAudioSource } from "./audio-source.ts";
import { type AudioFile, createConcatenatedAudio } from "./concatenated-audio.ts";
import { connectMediaSession } from "./media-session.ts";
import { createPlayer, type Player } from "./player.ts";

const SAME_POSITION_SECONDS = 30;

export function createBrowserPlayer(book: Book, userId: number, queries: QueryClient): Player {
  const audio = document.createElement("audio");
  document.body.append(audio);
  const query = progressQuery(book.id);

  const player = createPlayer({
    book,
    findUrl: () => findAudioUrl(book, userId),
    createAudio: (events) => createAudioSource(audio, events),
    progress: {
      open: () =>
        progressSyncsOf(userId, queries).open({
          medium: "audio",
          bookId: book.id,
          tolerance: SAME_POSITION_SECONDS,
          findEdition: () => findEdition(queries, book.id),
          onLeave: () => player.saveNow(),
        }),
      fetch: async () => {
        try {
          return await fetchQuery(queries, { ...query, ...(navigator.onLine ? {} : { retry: false }) });
        } catch (error) {
          logProblem("Failed to fetch progress", error);
          return null;
        }
      },
    },
  });

  return attachToPage(player, audio);
}

type OwnAudio = { id: number; title: string; files: readonly AudioFile[]; seconds: number };

/** Plays an EPUB's own audio. */
export function createOwnAudioPlayer({ files, seconds, ...book }: OwnAudio): Player {
  const audio = document.createElement("audio");
  document.body.append(audio);
  const player = createPlayer({
    book: { ...book, chapters: [], audiobookSeconds: seconds },
    findUrl: async () => "",
    createAudio: (events) => createConcatenatedAudio(audio, files, events),
    progress: null,
  });
  return attachToPage(player, audio);
}

function attachToPage(player: Player, audio: HTMLAudioElement): Player {
  const stopSharing = pauseOthers(player, () => player.state().isPlaying);
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

function showOnLockScreen(player: Player): () => void {
  if (!("mediaSession" in navigator)) return () => {};
  let detach: (() => void) | undefined;
  const unsubscribe = player.subscribe(() => {
    if (!detach && player.state().hasStarted) detach = connectMediaSession(navigator.mediaSession, player);
  });
  return () => {
    unsubscribe();
    detach?.();
  };
}

type PausablePlayer = { pause: () => void; subscribe: (listener: () => void) => () => void };

/** Pauses other players, in this and other tabs, when this one starts. */
export function pauseOthers({ pause, subscribe }: PausablePlayer, isPlaying: () => boolean): () => void {
  const name = randomHexId();
  const channel = openChannel("player", (playing) => playing !== name && pause());
  let wasPlaying = false;
  const unsubscribe = subscribe(() => {
    const isNowPlaying = isPlaying();
    if (isNowPlaying && !wasPlaying) channel.post(name);
    wasPlaying = isNowPlaying;
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
