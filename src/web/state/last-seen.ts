import { atom, getDefaultStore } from "jotai";

export const lastSeenAtom = atom<string | null>(null);

export function setLastSeen(at: string | null): void {
  getDefaultStore().set(lastSeenAtom, at);
}
