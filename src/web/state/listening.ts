import { atom } from "jotai";

/** The audiobook player of this page. `end` saves and stops it. */
export type Listening = { end: () => void; isPlaying: () => boolean; play: () => void };

/** Null until there is a player, and again after signing out. */
export const listeningAtom = atom<Listening | null>(null);

/** True from a press on "Continue" until the player's code has come. */
export const playSoonAtom = atom(false);

/** Plays, now or as soon as there is a player. */
export const playAtom = atom(null, (get, set) => {
  const listening = get(listeningAtom);
  if (listening) listening.play();
  else set(playSoonAtom, true);
});
