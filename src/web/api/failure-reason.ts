import { ApiError, isSignedOut, serverMessage } from "./client.ts";
import { isUnanswered } from "./failure-kind.ts";

/** Signing in in another tab keeps typed text; a reload wouldn't. */
export const SESSION_EXPIRED =
  "Your session expired. Log in again in another tab, then come back: what you typed stays here.";

export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) && !navigator.onLine) return "You're offline. Try again when you have a connection.";
  return serverMessage(error);
}

export const SERVER_ERROR_MESSAGE = "The club has a problem. Try again in a few minutes.";

/** An error response without a message, too, means that the connection is fine. */
export const formatCallFailure = (
  error: unknown,
  unreachable = "Can't reach the club. Check your connection and try again.",
): string => serverMessage(error) ?? (error instanceof ApiError ? SERVER_ERROR_MESSAGE : unreachable);

export const formatFailureReason = (error: unknown, unreachable = "Check your connection and try again."): string =>
  isSignedOut(error) ? "Session expired. Please log in again." : formatCallFailure(error, unreachable);

/** The failure's text (SPEC 8), then the server's message or a hint. */
export function withReason(failureText: string, error: unknown): string {
  const hint = error instanceof ApiError ? "" : "Check your connection and try again.";
  const reason = isSignedOut(error) ? SESSION_EXPIRED : (serverMessage(error) ?? hint);
  return `${failureText} ${reason}`.trim();
}

/** The server's message, or a text of our own (SPEC 8). */
export function serverMessageOr(failureText: string, error: unknown): string {
  return isSignedOut(error) ? withReason(failureText, error) : (serverMessage(error) ?? failureText);
}

/** The reason of an error, else the form's own text (SPEC 8). */
export function reasonOr(failureText: string, error: unknown): string {
  return isSignedOut(error) ? SESSION_EXPIRED : (failureReason(error) ?? failureText);
}

const UNKNOWN_OUTCOME_MESSAGE =
  "The mail server is slow, so we don't know if it was sent. Wait a few minutes and look there before you try again.";

/** A slow mail server takes longer than a page or a proxy waits. @param explain for other errors */
export function mailReason(failureText: string, error: unknown, explain = reasonOr): string {
  return isUnanswered(error) ? UNKNOWN_OUTCOME_MESSAGE : explain(failureText, error);
}
