import { atom, getDefaultStore } from "jotai";

/** When the page's data was last up to date, ISO-8601 UTC; null while the club can be reached. */
export const lastSeenAtom = atom<string | null>(null);

/** @param at of an answer that the service worker had stored; null for one from the club */
export function noteLastSeen(at: string | null): void {
  getDefaultStore().set(lastSeenAtom, at);
}
