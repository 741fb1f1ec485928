import { useQueryClient } from "@tanstack/react-query";
import { atom, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { useEffect, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import { progressQuery } from "#web/api/progress.ts";
import { useQueryObserverCallback } from "#web/api/use-query-observer.ts";
import { isPlayPendingAtom, listeningAtom } from "#web/state/listening.ts";
import { userAtom } from "#web/state/session.ts";

import { createBrowserPlayer } from "./browser-player.ts";
import type { PlayedBook, PlayerState } from "./player-state.ts";
import type { Player } from "./player.ts";

export const playerAtom = atom<Player | null>(null);

export function usePlayer(book: Book): Player | null {
  const userId = useAtomValue(userAtom)?.id;
  const [player, setPlayer] = useAtom(playerAtom);
  const setListening = useSetAtom(listeningAtom);
  const queries = useQueryClient();
  const store = useStore();
  const isThisBook = player !== null && isSameAudio(player.book, book);

  useEffect(() => {
    // Another component may have created it since this render.
    const existing = store.get(playerAtom);
    if (userId === undefined || isThisBook || (existing && isSameAudio(existing.book, book))) return;
    player?.saveNow();
    player?.end();
    const created = createBrowserPlayer(book, userId, queries);
    const endPlayer = () => {
      created.saveNow();
      created.end();
      setPlayer(null);
      setListening(null);
    };
    setPlayer(created);
    const loading = created.load();
    const play = () => void loading.then(created.play);
    setListening({ end: endPlayer, isPlaying: () => created.state().isPlaying, play });
    if (store.get(isPlayPendingAtom)) play();
    store.set(isPlayPendingAtom, false);
  }, [isThisBook, player, book, userId, queries, store, setPlayer, setListening]);

  return isThisBook ? player : null;
}

export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.state);
}

/** Fetches positions of other devices on mount and when the page becomes visible. */
export function useProgressWatch(player: Player): void {
  useQueryObserverCallback(progressQuery(player.book.id), player.update);
}

function isSameAudio(one: PlayedBook, other: PlayedBook): boolean {
  return one.id === other.id && one.audiobookUploadedAt === other.audiobookUploadedAt;
}
