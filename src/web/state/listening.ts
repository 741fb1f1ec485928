import { atom } from "jotai";

/** True from the first look at the audiobook on: only then is the small player fetched and shown. */
export const listeningAtom = atom(false);
