import { ApiError, serverMessage } from "./client.ts";

// apart from client.ts, which visitors load, too

/** Signing in elsewhere keeps what was typed; a reload wouldn't. */
export const SESSION_EXPIRED =
  "Your session expired. Log in again in another tab, then come back: what you typed stays here.";

/** The server's message, or that there is no network; undefined for anything else. */
export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) && !navigator.onLine) return "You're offline. Try again when you have a connection.";
  return serverMessage(error);
}

export const callFailure = (error: unknown): string =>
  serverMessage(error) ?? "Can't reach the club. Check your connection.";
