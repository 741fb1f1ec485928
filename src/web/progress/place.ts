import type { SaveReason } from "#contract/progress.ts";

/** Sound is in seconds, text a share from 0 to 1 with the reader's locator. */
export type Medium = "audio" | "text";

export type BookPosition = { position: number; locator: string | null };

/** A place that the server knows. */
export type ServerPosition = BookPosition & {
  revision: number;
  device: string | null;
  updatedAt: string | null;
  /** From the offline copy: another device may have moved on. */
  isLastSeen?: boolean | undefined;
  /** Another tab of this browser has saved it. */
  isHere?: boolean | undefined;
};

/** `client` is one running player or reader; its saves are numbered. */
export type SaveId = { client: string; sequence: number };

/** An unsent save. Its number makes sending it again harmless. Kept on the device since 1.0, so fields are only added. */
export type PendingSave = SaveId & {
  bookId: number;
  position: number;
  locator?: string | null;
  /** Of the files it was read in. */
  edition?: string | undefined;
  reason: SaveReason;
  baseRevision: number;
  device: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The unsent save of a closed page that this one goes on from: its revision isn't known yet. */
  follows?: SaveId | undefined;
};

/** A page's last place in a book, on this device. Kept since 1.0, too. */
export type DevicePosition = SaveId & {
  bookId: number;
  position: number;
  locator?: string | null;
  edition?: string | undefined;
  revision: number;
};

/** `refused` is a 409 with the newer place, `dropped` can never succeed. */
export type SendResult =
  | { kind: "saved"; known: ServerPosition }
  | { kind: "refused"; known: ServerPosition }
  | { kind: "dropped" }
  | { kind: "failed" };

/** A newer place, offered as 'Go there / Stay here'. */
export type Offer = BookPosition & {
  revision: number;
  device: string | null;
  at: string;
  /** True when the server is already there, so no save is needed. */
  isSaved: boolean;
  /** Made in another tab of this browser. */
  isHere: boolean;
};

export const isSame = (one: SaveId, other: SaveId): boolean =>
  one.client === other.client && one.sequence === other.sequence;

/** The same to the letter, as the server answers what a page has sent. */
export const isSamePosition = (one: BookPosition, other: { position: number; locator?: string | null }): boolean =>
  one.position === other.position && one.locator === (other.locator ?? null);
