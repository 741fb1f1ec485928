import type { Offer, PendingSave, ServerPosition } from "./place.ts";

/** What the server knows, for a page that is elsewhere. */
export function offerOf({ position, locator, revision, device, updatedAt, isHere = false }: ServerPosition): Offer {
  return { position, locator, revision, device, at: updatedAt ?? new Date(0).toISOString(), isSaved: true, isHere };
}

/** A save that the server refused though it was made later. */
export function offerOfUnsent(
  { position, locator = null, device, at }: PendingSave,
  { revision }: ServerPosition,
): Offer {
  return { position, locator, revision, device, at: new Date(at).toISOString(), isSaved: false, isHere: true };
}

export const isLater = ({ at }: PendingSave, { updatedAt }: ServerPosition): boolean =>
  updatedAt === null || at > Date.parse(updatedAt);
