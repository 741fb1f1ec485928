import { atom } from "jotai";

/** This page's player. `end` saves and stops it. */
type Listening = { end: () => void; isPlaying: () => boolean; play: () => void };

export const listeningAtom = atom<Listening | null>(null);

/** The mini player was put away; playing brings it back. */
export const isPlayerHiddenAtom = atom(false);

/** "Continue" was pressed before the player's code loaded. */
export const isPlayPendingAtom = atom(false);

/** Plays now, or once there is a player. */
export const playAtom = atom(null, (get, set) => {
  const listening = get(listeningAtom);
  set(isPlayerHiddenAtom, false);
  if (listening) listening.play();
  else set(isPlayPendingAtom, true);
});

/** The member went from one medium to the other: to the text from this second, or to the sound from this place. */
type MediumSwitch = { bookId: number } & ({ to: "text"; seconds: number } | { to: "audio"; fraction: number });

/** Until they say "I'm here", or go to another book. */
export const mediumSwitchAtom = atom<MediumSwitch | null>(null);
