import { OTHER_MEMBER, SIGNED_OUT } from "#contract/refusals.ts";

import { ApiError, isConflict, serverMessage } from "./client.ts";

// apart from client.ts, which visitors load, too

/** Signing in elsewhere keeps what was typed; a reload wouldn't. */
export const SESSION_EXPIRED =
  "Your session expired. Log in again in another tab, then come back: what you typed stays here.";

/** True when another member is signed in than the one who wrote it. */
export const isOtherMember = (error: unknown): boolean => isConflict(error) && serverMessage(error) === OTHER_MEMBER;

/**
 * True for an error that isn't the club's, such as a login proxy's or a hotel's. 5XX are answers: a proxy sends them for a
 * club that's down.
 */
export const isForeign = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status < 500 &&
  (error.status === 401 ? serverMessage(error) !== SIGNED_OUT : serverMessage(error) === undefined);

/** The server's message, or that there is no network; undefined for anything else. */
export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) && !navigator.onLine) return "You're offline. Try again when you have a connection.";
  return serverMessage(error);
}

export const callFailure = (error: unknown): string =>
  serverMessage(error) ?? "Can't reach the club. Check your connection.";
