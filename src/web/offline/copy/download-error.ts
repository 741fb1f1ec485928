/** `file`: the bucket's CORS rule lets no page read it. */
export type DownloadErrorCode =
  "network" | "server" | "file" | "quota" | "session" | "replaced" | "deleted" | "canceled" | "browser";

export class DownloadError extends Error {
  override readonly name = "DownloadError";
  readonly code: DownloadErrorCode;

  constructor(code: DownloadErrorCode, options?: ErrorOptions) {
    super(`The download ended early: ${code}`, options);
    this.code = code;
  }
}

export function toDownloadError(cause: unknown): DownloadError {
  if (cause instanceof DownloadError) return cause;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : "";
  if (name === "QuotaExceededError") return new DownloadError("quota", { cause });
  if (name === "AbortError") return new DownloadError("canceled", { cause });
  return new DownloadError("browser", { cause });
}

export type UserFacingErrorCode = Exclude<DownloadErrorCode, "canceled" | "deleted">;

export function formatDownloadError(code: UserFacingErrorCode): string {
  if (code === "network" && navigator.onLine) return "Can't reach the club. The download resumes when that works.";
  return ERROR_MESSAGES[code];
}

const ERROR_MESSAGES: Record<UserFacingErrorCode, string> = {
  network: "You're offline. The download resumes when you're back.",
  server: "The club can't send it right now. Try again in a few minutes.",
  file: "The audiobook can't be reached right now. Try again later, and tell an admin if it stays this way.",
  quota: "There isn't enough room on this device. Free up some space, then try again.",
  session: "Your session expired. Log in again, then resume.",
  replaced: "This book has a newer file. Reload the page to get it.",
  browser: "Your browser didn't allow it. Try again, or download the file instead.",
};
