import type { ConflictOf } from "#contract/call.ts";
import type { CallKey, Calls } from "#contract/calls.ts";
import { OTHER_MEMBER, SIGNED_OUT } from "#contract/error-codes.ts";

import { ApiError, serverMessage } from "./client.ts";

// Separate from failure-reason.ts, which visitors load, too.

/** Sent by nginx and Cloudflare after a minute or two without a response of the server. */
export const PROXY_TIMEOUTS: readonly number[] = [504, 524];

/** True if it's no longer possible, e.g. because it's over. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.isOwn && error.status === 409;

/** True if the signed-in member isn't the one who wrote it. */
export const isOtherMember = (error: unknown): boolean => isConflict(error) && serverMessage(error) === OTHER_MEMBER;

/**
 * True for an error response of something else than our server, such as a login proxy or captive portal. 5XX count as
 * ours, because a proxy sends them when the server is down.
 */
export const isForeignError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status < 500 &&
  (!error.isOwn || (error.status === 401 ? serverMessage(error) !== SIGNED_OUT : serverMessage(error) === undefined));

/** True if the page or a proxy timed out: the server may still process the request. Its own 504 has a message. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? PROXY_TIMEOUTS.includes(error.status) && serverMessage(error) === undefined
    : error instanceof DOMException && error.name === "TimeoutError";

/** The newer state in a 409 of a call; null for other errors. */
export function conflictOf<Key extends CallKey>(_key: Key, error: unknown): ConflictOf<Calls[Key]> | null {
  if (!(error instanceof ApiError) || !isConflict(error)) return null;
  try {
    return JSON.parse(error.body);
  } catch {
    return null;
  }
}
