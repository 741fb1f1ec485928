import { atom } from "jotai";

/** A player that exists: from then on the small player is fetched and shown. `end` saves and stops it. */
export type Listening = { end: () => void; isPlaying: () => boolean };

/** Null until the audiobook is looked at, and again after signing out. */
export const listeningAtom = atom<Listening | null>(null);
