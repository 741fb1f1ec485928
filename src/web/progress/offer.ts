import type { DevicePosition, Offer, PendingSave, SaveId, ServerPosition } from "./place.ts";
import type { UnsentSaves } from "./save-queue.ts";

/** What the server knows, for a page that is elsewhere. */
export function toOffer({ position, locator, revision, device, updatedAt, isHere = false }: ServerPosition): Offer {
  return { position, locator, revision, device, at: updatedAt ?? new Date(0).toISOString(), isSaved: true, isHere };
}

/** A save that the server refused though it was made later. */
export function toUnsentOffer(
  { position, locator = null, device, at }: PendingSave,
  { revision }: ServerPosition,
): Offer {
  return { position, locator, revision, device, at: new Date(at).toISOString(), isSaved: false, isHere: true };
}

export const isMadeLater = ({ at }: PendingSave, { updatedAt }: ServerPosition): boolean =>
  updatedAt === null || at > Date.parse(updatedAt);

type ResumedPosition = DevicePosition & {
  /** Its last save, if that waits. */
  follows: SaveId | null;
};

/** Where a closed page of this device was, unless `copy`, the server's or the offline copy's, is newer. */
export function newerDevicePosition(
  copy: ServerPosition | null,
  local: DevicePosition | null,
  waiting: UnsentSaves,
): ResumedPosition | null {
  if (!local) return null;
  const last = waiting.findLast(({ client }) => client === local.client);
  if (copy && isNewer(copy, local, last)) return null;
  return { ...local, follows: last ? { client: last.client, sequence: last.sequence } : null };
}

/** The club knows where a place of another edition is in this one, and of one that an older version kept, too. */
export function isOtherEdition(
  local: DevicePosition | null,
  edition: string | undefined,
  hasResponse: boolean,
): boolean {
  if (!local || edition === undefined || local.edition === edition) return false;
  return hasResponse || local.edition !== undefined;
}

/** An unsent save counts by time: its revision is only what it was based on. */
function isNewer(copy: ServerPosition, local: DevicePosition, last: PendingSave | undefined): boolean {
  if (copy.revision <= local.revision) return false;
  return last === undefined || copy.updatedAt === null || Date.parse(copy.updatedAt) > last.at;
}
