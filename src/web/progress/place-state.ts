import type { SaveReason } from "#contract/progress.ts";

import type { BookPosition, DevicePosition, Offer, PendingSave, SaveId, SendResult, ServerPosition } from "./place.ts";
import type { UnsentSaves } from "./save-queue.ts";

/** A running player or reader. Places closer than `sameWithin` are one to it. */
export type PageOptions = Pick<DevicePosition, "bookId" | "client" | "edition"> & {
  device: string;
  tolerance: number;
};

export type Page = PageOptions &
  BookPosition & {
    /** Of the newest place that the page knows. */
    revision: number;
    /** The unsent save of a closed page that it goes on from. */
    follows: SaveId | null;
    /** Where it went on, until the server has answered this page. */
    resumedFrom: number | null;
    /** Of its last save. */
    sequence: number;
    /** Of the latest save sent as the page may have closed. */
    leavingSequence: number;
    hasSaved: boolean;
    /** A jump was refused, so what is saved in its stead is one. */
    hasJumped: boolean;
    /** The server's place, while what closed pages left is sent first. */
    opening: ServerPosition | null;
    /** An unsent save that the server refused though it's newer. */
    newer: Offer | null;
    offer: Offer | null;
  };

/** One member's place in one book, in sound or text: what waits on the device, and the page that is open, if any. */
export type PlaceState = {
  /** Unsent, in the order in which they're sent. */
  unsent: UnsentSaves;
  /** Of these, the ones whose answer is due. */
  sending: readonly SaveId[];
  /** The one after which the next is sent. */
  turn: "free" | "asked" | SaveId;
  /** From a failed save until one succeeds. */
  failing: boolean;
  page: Page | null;
};

export const INITIAL_STATE: PlaceState = { unsent: [], sending: [], turn: "free", failing: false, page: null };

/** Times are in milliseconds since 1970. */
export type PlaceEvent =
  /** A page opens: `known` is from the server or the offline copy, the rest from this device. */
  | { type: "open"; page: PageOptions; known: ServerPosition | null; local: DevicePosition | null; stored: UnsentSaves }
  /** What this device keeps was read again. */
  | { type: "add-stored"; stored: UnsentSaves }
  /** There may be a network. */
  | { type: "flush" }
  /** The turn that was asked for has come. */
  | { type: "turn" }
  | { type: "save"; place: BookPosition; reason: SaveReason; now: number }
  /** The page may close. */
  | { type: "leave"; place: BookPosition; now: number }
  | { type: "answered"; save: PendingSave; result: SendResult; now: number }
  /** The server's place was asked for again. */
  | { type: "server-position"; known: ServerPosition }
  | { type: "choose"; choice: "go" | "stay"; now: number }
  | { type: "close"; client: string };

export type PlaceEffect =
  | { type: "send"; save: PendingSave; isLeaving: boolean }
  /** Sends `turn` when the next save may be sent. */
  | { type: "request-turn" }
  /** Keeps the page's place and unsent saves on the device. */
  | { type: "persist"; place: DevicePosition; saves: UnsentSaves }
  /** Removes what was answered from the device, and tells what went on from it its revision. */
  | { type: "acknowledge"; save: SaveId; revision: number | null };
