import { useQuery, useQueryClient } from "@tanstack/react-query";
import { atom, useAtom, useSetAtom, useStore } from "jotai";
import { useEffect, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import { progressQuery } from "#web/api/progress.ts";
import { listeningAtom, playSoonAtom } from "#web/state/listening.ts";

import { createBrowserPlayer } from "./browser-player.ts";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player.ts";

/** The one player of this page; it goes on while one moves between the routes. */
export const playerAtom = atom<Player | null>(null);

/** Makes the player of a book, unless it plays already; null until then. */
export function usePlayer(book: Book, userId: number): Player | null {
  const [player, setPlayer] = useAtom(playerAtom);
  const setListening = useSetAtom(listeningAtom);
  const queries = useQueryClient();
  const store = useStore();
  const isThisBook = player !== null && isSameSound(player.book, book);

  useEffect(() => {
    // another part of the page may have made it since this one was drawn
    const current = store.get(playerAtom);
    if (isThisBook || (current && isSameSound(current.book, book))) return;
    player?.leave();
    player?.end();
    const made = createBrowserPlayer(book, userId, queries);
    const end = () => {
      made.leave();
      made.end();
      setPlayer(null);
      setListening(null);
    };
    setPlayer(made);
    const loaded = made.load();
    const play = () => void loaded.then(made.play);
    setListening({ end, isPlaying: () => made.state().playing, play });
    if (store.get(playSoonAtom)) play();
    store.set(playSoonAtom, false);
  }, [isThisBook, player, book, userId, queries, store, setPlayer, setListening]);

  return isThisBook ? player : null;
}

/** What the player shows, kept up with. */
export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.state);
}

/** Listens for places that other devices saved: when the page opens and when you come back to it. */
export function useProgressWatch(player: Player): void {
  const { data } = useQuery(progressQuery(player.book.id));
  useEffect(() => {
    if (data) player.hear(data);
  }, [data, player]);
}

function isSameSound(one: Book, other: Book): boolean {
  return one.id === other.id && one.audiobookUploadedAt === other.audiobookUploadedAt;
}
