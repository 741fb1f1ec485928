/**
 * Why keeping ended early: the network or the club's server did not answer, the device has no room, the session ended,
 * the book has a newer file, what was stored was freed meanwhile, the member gave it up, or the browser does not let us.
 */
export type KeepFault = "network" | "server" | "room" | "session" | "replaced" | "freed" | "given-up" | "browser";

export class KeepError extends Error {
  override readonly name = "KeepError";
  readonly fault: KeepFault;

  constructor(fault: KeepFault, options?: ErrorOptions) {
    super(`Keeping the audiobook ended: ${fault}`, options);
    this.fault = fault;
  }
}

/** What anything thrown on the way means to the member. */
export function asKeepError(cause: unknown): KeepError {
  if (cause instanceof KeepError) return cause;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : "";
  if (name === "QuotaExceededError") return new KeepError("room", { cause });
  if (name === "AbortError") return new KeepError("given-up", { cause });
  return new KeepError("browser", { cause });
}

/** Faults that the member has not brought about. */
export type ShownFault = Exclude<KeepFault, "given-up" | "freed">;

/** What the member reads of a fault. */
export const FAULT_TEXT: Record<ShownFault, string> = {
  network: "The network is gone: keeping goes on by itself when it is back.",
  server: "The club's server does not answer at the moment. Try again in a few minutes.",
  room: "There is not enough room on this device. Free some and try again.",
  session: "Your session expired. Log in again, and then go on here.",
  replaced: "This book has a newer audiobook now. Reload the page to keep that one.",
  browser: "This browser did not let the club store it. Try again, or use 'Download Audiobook'.",
};
