import { atom } from "jotai";

import type { NoteCount } from "#contract/notes.ts";
import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

const storageKeyOf = (userId: number, bookId: number) => `talk-seen.${userId}.${bookId}`;

export const talkVisitsAtom = atom(0);

export function storeTalkSeen(userId: number, bookId: number, count: NoteCount): void {
  writeStored(storageKeyOf(userId, bookId), JSON.stringify(count));
}

export function isTalkNew(userId: number, bookId: number, { count, newestAt }: NoteCount): boolean {
  if (count === 0) return false;
  try {
    const lastSeen = JSON.parse(readStored(storageKeyOf(userId, bookId)) ?? "null") as NoteCount | null;
    return lastSeen === null || count > lastSeen.count || (newestAt ?? "") > (lastSeen.newestAt ?? "");
  } catch {
    return false;
  }
}
