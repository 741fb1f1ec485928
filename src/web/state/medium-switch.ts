import { atom } from "jotai";

/** The member went from one medium to the other: to the text from this second, or to the sound from this place. */
type MediumSwitch = { bookId: number } & ({ to: "text"; seconds: number } | { to: "sound"; fraction: number });

/** Until they say "I'm here", or go to another book. */
export const mediumSwitchAtom = atom<MediumSwitch | null>(null);
