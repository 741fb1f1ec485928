import type { ConflictOf } from "#contract/call.ts";
import type { CallKey, Calls } from "#contract/calls.ts";
import { CAPTIVE_PORTAL_STATUS, OTHER_MEMBER } from "#contract/error-codes.ts";

import { ApiError, serverMessage } from "./client.ts";

export const PROXY_TIMEOUTS: readonly number[] = [504, 524];

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.isOwn && error.status === 409;

export const isOtherMember = (error: unknown): boolean => isConflict(error) && serverMessage(error) === OTHER_MEMBER;

/** A proxy sends 5XX while our server is down, so they count as ours, except a captive portal's. */
export const isFromOtherServer = (error: unknown): boolean =>
  error instanceof ApiError && !error.isOwn && (error.status < 500 || error.status === CAPTIVE_PORTAL_STATUS);

/** Of pages that want a sign-in before the club can be reached. */
export const PORTAL_STATUSES: readonly number[] = [401, 403, 407, CAPTIVE_PORTAL_STATUS];

/** The server may still process the request. Its own 504 has a message. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? PROXY_TIMEOUTS.includes(error.status) && serverMessage(error) === undefined
    : error instanceof DOMException && error.name === "TimeoutError";

export const conflictOf = <Key extends CallKey>(_key: Key, error: unknown): ConflictOf<Calls[Key]> | null =>
  error instanceof ApiError && isConflict(error) ? JSON.parse(error.body) : null;
