import { isSame, isSamePosition, type PendingSave, type SaveId, type ServerPosition } from "./position.ts";

export type UnsentSaves = readonly PendingSave[];

/** Offline, only jumps add a save. */
const QUEUE_MAX_SAVES = 500;

/** Replaces the page's previous tick, or a jump that wasn't played. A book's first save stays, because the server measures the time since it. */
export function enqueueSave(unsent: UnsentSaves, save: PendingSave, sending: readonly SaveId[] = []): UnsentSaves {
  const lastSave = unsent.at(-1);
  const replacesLast = lastSave && isSupersededBy(lastSave, save) && !sending.some((one) => isSame(one, lastSave));
  return [...(replacesLast ? unsent.slice(0, -1) : unsent), save].slice(-QUEUE_MAX_SAVES);
}

export function nextToSend(unsent: UnsentSaves, sending: readonly SaveId[]): PendingSave | null {
  const isSent = (save: PendingSave) => sending.some((one) => isSame(one, save));
  const isBlocked = ({ follows }: PendingSave) =>
    follows && unsent.some(({ client, sequence }) => client === follows.client && sequence <= follows.sequence);
  return unsent.find((save) => !isSent(save) && !isBlocked(save)) ?? null;
}

/** Removes a save and the earlier ones of its page. The save that follows gets `revision`. */
export function acknowledgeSave(unsent: UnsentSaves, sentSave: SaveId, revision: number | null): UnsentSaves {
  return unsent
    .filter(({ client, sequence }) => client !== sentSave.client || sequence > sentSave.sequence)
    .map((save) => {
      const { follows, ...rest } = save;
      if (revision === null || !follows || !isSame(follows, sentSave)) return save;
      return { ...rest, baseRevision: revision };
    });
}

/** Finds saves that arrived although their response didn't: of each page the first, because later ones may not have. */
export function findAcknowledged(unsent: UnsentSaves, serverPosition: ServerPosition): PendingSave[] {
  const matches = unsent.filter(
    (save) =>
      isSamePosition(serverPosition, save) &&
      save.device === serverPosition.device &&
      save.baseRevision < serverPosition.revision,
  );
  return matches.filter(({ client }, index) => matches.findIndex((save) => save.client === client) === index);
}

/** Oldest page first. */
export function mergeSaves(unsent: UnsentSaves, stored: UnsentSaves): UnsentSaves {
  const addedSaves = stored.filter((save) => !unsent.some((one) => isSame(one, save)));
  if (addedSaves.length === 0) return unsent;
  const allSaves = [...unsent, ...addedSaves].toSorted((one, other) => one.sequence - other.sequence);
  return [...new Set(allSaves.map(({ client }) => client))]
    .map((client) => allSaves.filter((save) => save.client === client))
    .toSorted(([one], [other]) => (one?.at ?? 0) - (other?.at ?? 0))
    .flat();
}

function isSupersededBy(last: PendingSave, save: PendingSave): boolean {
  if (last.client !== save.client || last.bookId !== save.bookId || last.baseRevision !== save.baseRevision)
    return false;
  if (save.reason === "seek") return last.reason === "seek";
  if (last.baseRevision === 0 && last.sequence === 1) return false;
  return last.reason !== "seek" && save.position >= last.position;
}
