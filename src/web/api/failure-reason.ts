import { ApiError, isSignedOut, serverMessage } from "./client.ts";

/** Signing in in another tab keeps what was typed; a reload wouldn't. */
export const SESSION_EXPIRED =
  "Your session expired. Log in again in another tab, then come back: what you typed stays here.";

export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) && !navigator.onLine) return "You're offline. Try again when you have a connection.";
  return serverMessage(error);
}

export const SERVER_PROBLEM = "The club has a problem. Try again in a few minutes.";

/** An error response without a message, too, means that the connection is fine. */
export const callFailureText = (
  error: unknown,
  unreachable = "Can't reach the club. Check your connection and try again.",
): string => serverMessage(error) ?? (error instanceof ApiError ? SERVER_PROBLEM : unreachable);

export const reasonText = (error: unknown, unreachable = "Check your connection and try again."): string =>
  isSignedOut(error) ? "Session expired. Please log in again." : callFailureText(error, unreachable);
