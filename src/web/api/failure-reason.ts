import { ApiError, isSignedOut, serverMessage } from "./client.ts";

// Separate from client.ts, which visitors load, too.

/** Signing in in another tab keeps what was typed; a reload wouldn't. */
export const SESSION_EXPIRED =
  "Your session expired. Log in again in another tab, then come back: what you typed stays here.";

/** The server's message, or that there's no network; undefined for other errors. */
export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) && !navigator.onLine) return "You're offline. Try again when you have a connection.";
  return serverMessage(error);
}

export const SERVER_PROBLEM = "The club has a problem. Try again in a few minutes.";

/** True for an error response of the server or its proxy, when the connection is fine. */
export const isServerError = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;

/** The server's message, else what to do. @param unreachable for an error without any response */
export function reasonText(error: unknown, unreachable = "Check your connection and try again."): string {
  if (isSignedOut(error)) return "Session expired. Please log in again.";
  return serverMessage(error) ?? (error instanceof ApiError ? SERVER_PROBLEM : unreachable);
}

export const callFailureText = (error: unknown): string =>
  serverMessage(error) ?? (error instanceof ApiError ? SERVER_PROBLEM : "Can't reach the club. Check your connection.");
