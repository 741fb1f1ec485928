import { get, promisifyRequest } from "idb-keyval";

import { offlineDatabase, readAll } from "#web/offline/queue/store.ts";

import {
  type DevicePosition,
  isSamePosition,
  type Medium,
  type PendingSave,
  type SaveId,
  type ServerPosition,
} from "./position.ts";
import { acknowledgeSave, type UnsentSaves } from "./save-queue.ts";

/** `saved` is the newest revision that this browser created. */
type StoredPosition = DevicePosition & { saved?: number };

export type ProgressStore = ReturnType<typeof createProgressStore>;

/** Keys as in 1.0. */
const PREFIXES = { audio: "", text: "reading-" } as const;
const MEDIA = ["audio", "text"] as const;

/** A member's positions on this device. Each call may reject, as in a private window. */
export function createProgressStore(userId: number) {
  const queuePrefix = (medium: Medium) => `${userId}/${PREFIXES[medium]}queue/`;
  const positionKey = (medium: Medium, bookId: number) => `${userId}/${PREFIXES[medium]}place/${bookId}`;
  const readEntries = async () => readAll(`${userId}/`);
  const queuesOf = (entries: [string, unknown][], medium: Medium) =>
    entries
      .filter(([key]) => key.startsWith(queuePrefix(medium)))
      .map(([key, saves]) => [key, saves as UnsentSaves] as const);

  async function list(): Promise<{ medium: Medium; bookId: number; saves: UnsentSaves }[]> {
    const entries = await readEntries();
    return MEDIA.flatMap((medium) => {
      const saves = queuesOf(entries, medium).flatMap(([, queue]) => queue);
      const books = [...new Set(saves.map(({ bookId }) => bookId))];
      return books.map((bookId) => ({ medium, bookId, saves: saves.filter((save) => save.bookId === bookId) }));
    });
  }

  return {
    list,
    countBooks: async () => new Set((await list()).map(({ bookId }) => bookId)).size,
    readDevicePosition: async (medium: Medium, bookId: number): Promise<DevicePosition | null> =>
      (await get<DevicePosition>(positionKey(medium, bookId), offlineDatabase)) ?? null,
    // In one transaction, because a page that closes halfway would lose the save.
    async write(medium: Medium, position: DevicePosition, saves: UnsentSaves, saved: number): Promise<void> {
      const key = positionKey(medium, position.bookId);
      await offlineDatabase("readwrite", (progress) => {
        const request: IDBRequest<StoredPosition | undefined> = progress.get(key);
        request.addEventListener("success", () => {
          progress.put({ ...position, saved: Math.max(saved, request.result?.saved ?? 0) }, key);
        });
        if (saves.length > 0) progress.put(saves, queuePrefix(medium) + position.client);
        else progress.delete(queuePrefix(medium) + position.client);
        return promisifyRequest(progress.transaction);
      });
    },
    // In one transaction, so that entries that other tabs add remain.
    async acknowledge(medium: Medium, save: SaveId, revision: number | null): Promise<void> {
      const prefix = queuePrefix(medium);
      await offlineDatabase("readwrite", (progress) => {
        const request = progress.openCursor(IDBKeyRange.bound(prefix, `${prefix}\uFFFF`));
        request.addEventListener("success", () => {
          const cursor = request.result;
          if (!cursor) return;
          const remaining = acknowledgeSave(cursor.value as PendingSave[], save, revision);
          if (remaining.length > 0) cursor.update(remaining);
          else cursor.delete();
          cursor.continue();
        });
        return promisifyRequest(progress.transaction);
      });
    },
    async isOwnSave(
      medium: Medium,
      bookId: number,
      serverPosition: ServerPosition,
      client: string | null,
    ): Promise<boolean> {
      const stored = await readEntries();
      const position = stored.find(([key]) => key === positionKey(medium, bookId))?.[1] as StoredPosition | undefined;
      if ((position?.saved ?? 0) === serverPosition.revision) return true;
      const positions = [position, ...queuesOf(stored, medium).flatMap(([, saves]) => saves)];
      return positions.some(
        (one) => one?.bookId === bookId && one.client !== client && isSamePosition(serverPosition, one),
      );
    },
  };
}
