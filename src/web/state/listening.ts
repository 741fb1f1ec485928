import { atom } from "jotai";

type ListeningControls = { end: () => void; isPlaying: () => boolean; play: () => void };

export const listeningAtom = atom<ListeningControls | null>(null);

export const isPlayerHiddenAtom = atom(false);

/** True after "play" was pressed, until the player's code has loaded. */
export const isPlayPendingAtom = atom(false);

export const playAtom = atom(null, (get, set) => {
  const listening = get(listeningAtom);
  set(isPlayerHiddenAtom, false);
  if (listening) listening.play();
  else set(isPlayPendingAtom, true);
});

type MediumSwitch = { bookId: number } & ({ to: "text"; seconds: number } | { to: "audio"; fraction: number });

/** Set until the member confirms the position, or opens another book. */
export const mediumSwitchAtom = atom<MediumSwitch | null>(null);
