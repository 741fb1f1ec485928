import type { SaveReason } from "#contract/progress.ts";

import type {
  BookPosition,
  DevicePosition,
  Offer,
  PendingSave,
  SaveId,
  SendResult,
  ServerPosition,
} from "./position.ts";
import type { UnsentSaves } from "./save-queue.ts";

/** Positions closer than `tolerance` count as the same. */
export type PageOptions = Pick<DevicePosition, "bookId" | "client" | "edition"> & {
  device: string;
  tolerance: number;
};

export type Page = PageOptions &
  BookPosition & {
    revision: number;
    /** The unsent save of a closed page from whose position this page continues. */
    follows: SaveId | null;
    /** Where it continued, until the server has responded to this page. */
    resumedFrom: number | null;
    sequence: number;
    /** The sequence of the save that was sent when the page was left. */
    leavingSequence: number;
    hasSaved: boolean;
    /** A jump was rejected, so the save that replaces it is a jump, too. */
    hasJumped: boolean;
    /** The server's position, while saves of closed pages are sent first. */
    opening: ServerPosition | null;
    /** An unsent save that the server rejected although it's newer. */
    rejectedOffer: Offer | null;
    offer: Offer | null;
  };

/** One member's position in one book and medium. */
export type ProgressState = {
  unsent: UnsentSaves;
  sending: readonly SaveId[];
  /** Taken by the save that is being sent. Saves of a page that closes are sent without it. */
  sendSlot: "free" | "requested" | SaveId;
  isFailing: boolean;
  page: Page | null;
};

export const INITIAL_STATE: ProgressState = { unsent: [], sending: [], sendSlot: "free", isFailing: false, page: null };

export type ReducerEvent =
  | {
      type: "open";
      page: PageOptions;
      serverPosition: ServerPosition | null;
      devicePosition: DevicePosition | null;
      stored: UnsentSaves;
    }
  | { type: "add-stored"; stored: UnsentSaves }
  | { type: "flush" }
  | { type: "send-slot" }
  | { type: "save"; position: BookPosition; reason: SaveReason; now: number }
  | { type: "leave"; position: BookPosition; now: number }
  | { type: "response"; save: PendingSave; result: SendResult; now: number }
  | { type: "server-position"; serverPosition: ServerPosition }
  | { type: "choose"; choice: "go" | "stay"; now: number }
  | { type: "close"; client: string };

export type ReducerEffect =
  | { type: "send"; save: PendingSave; isLeaving: boolean }
  | { type: "request-send-slot" }
  | { type: "persist"; position: DevicePosition; saves: UnsentSaves }
  /** Deletes a save that was sent, and passes its revision to the save that follows it. */
  | { type: "acknowledge"; save: SaveId; revision: number | null };
