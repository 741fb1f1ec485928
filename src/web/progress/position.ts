import type { SaveReason } from "#contract/progress.ts";

/** Audio positions are seconds; text positions are fractions from 0 to 1 with the reader's locator. */
export type Medium = "audio" | "text";

export type BookPosition = { position: number; locator: string | null };

export type ServerPosition = BookPosition & {
  revision: number;
  device: string | null;
  updatedAt: string | null;
  /** From the offline copy: another device may have moved on. */
  isLastSeen?: boolean | undefined;
  /** Another tab of this browser has saved it. */
  isFromThisDevice?: boolean | undefined;
};

/** `client` is one running player or reader; its saves are numbered. */
export type SaveId = { client: string; sequence: number };

/** Stored on devices since 1.0, so fields are only added. */
type StoredPosition = SaveId & {
  bookId: number;
  position: number;
  locator?: string | null;
  edition?: string | undefined;
};

/** `at` is in milliseconds since 1970. */
export type PendingSave = StoredPosition & {
  reason: SaveReason;
  baseRevision: number;
  device: string;
  at: number;
  /** The unsent save that this one continues, whose revision isn't assigned yet. */
  follows?: SaveId | undefined;
};

/** A page's last position in a book on this device. */
export type DevicePosition = StoredPosition & { revision: number };

/** `rejected` is a 409 with the newer position. `dropped` can never succeed. */
export type SendResult =
  | { kind: "saved"; serverPosition: ServerPosition }
  | { kind: "rejected"; serverPosition: ServerPosition }
  | { kind: "dropped" }
  | { kind: "failed" };

/** `isUnsent` if only this device has it. */
export type Offer = ServerPosition & { isUnsent?: boolean };

export const isSame = (one: SaveId, other: SaveId): boolean =>
  one.client === other.client && one.sequence === other.sequence;

export const isSamePosition = (one: BookPosition, other: { position: number; locator?: string | null }): boolean =>
  one.position === other.position && one.locator === (other.locator ?? null);
