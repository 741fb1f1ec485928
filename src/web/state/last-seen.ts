import { atom, getDefaultStore } from "jotai";

/** When the page's data was current; null while the server can be reached. */
export const lastSeenAtom = atom<string | null>(null);

/** @param at time of a cached response; null for a fresh one */
export function setLastSeen(at: string | null): void {
  getDefaultStore().set(lastSeenAtom, at);
}
