import type { DevicePosition, Offer, PendingSave, SaveId, ServerPosition } from "./position.ts";
import type { UnsentSaves } from "./save-queue.ts";

/** Offers a save that the server rejected although it's newer. */
export function toUnsentOffer(
  { position, locator = null, device, at }: PendingSave,
  { revision }: ServerPosition,
): Offer {
  const updatedAt = new Date(at).toISOString();
  return { position, locator, revision, device, updatedAt, isFromThisDevice: true, isUnsent: true };
}

export const wasSavedLater = ({ at }: PendingSave, { updatedAt }: ServerPosition): boolean =>
  updatedAt === null || at > Date.parse(updatedAt);

type ResumedPosition = DevicePosition & {
  follows: SaveId | null;
};

/** The position of a closed page of this device, unless `serverPosition` (or the offline copy's) is newer. */
export function newerDevicePosition(
  serverPosition: ServerPosition | null,
  position: DevicePosition | null,
  unsent: UnsentSaves,
): ResumedPosition | null {
  if (!position) return null;
  const lastUnsent = unsent.findLast(({ client }) => client === position.client);
  if (serverPosition && isNewer(serverPosition, position, lastUnsent)) return null;
  return { ...position, follows: lastUnsent ? { client: lastUnsent.client, sequence: lastUnsent.sequence } : null };
}

/** The server converts positions of another edition, including those that older versions stored. */
export function isOtherEdition(
  local: DevicePosition | null,
  edition: string | undefined,
  hasResponse: boolean,
): boolean {
  if (!local || edition === undefined || local.edition === edition) return false;
  return hasResponse || local.edition !== undefined;
}

/** An unsent save is compared by time, because its revision is only what it was based on. */
function isNewer(server: ServerPosition, device: DevicePosition, unsent: PendingSave | undefined): boolean {
  if (server.revision <= device.revision) return false;
  return unsent === undefined || server.updatedAt === null || Date.parse(server.updatedAt) > unsent.at;
}
