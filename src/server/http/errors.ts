/** The closed list of what can go wrong, with the HTTP status of each (DESIGN 2). */
export const STATUS = {
  malformed: 400,
  "signed-out": 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  "wrong-type": 415,
  range: 416,
  invalid: 422,
  "too-many": 429,
  internal: 500,
  unreachable: 502,
  busy: 503,
  "timed-out": 504,
  "disk-full": 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

export type ErrorDetails = {
  /** One entry a field, for 'invalid' and 'conflict'. */
  errors?: { path: string; message: string }[];
  /** Seconds until another try makes sense, for 'too-many' and 'busy'. */
  retryAfter?: number;
  /** What happened underneath; goes to the log, never to a caller. */
  cause?: unknown;
};

/** An expected failure. `message` is a sentence that any caller may read. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** What somebody without a session, or whose account is gone, reads of any call. */
export const signedOut = (): AppError => new AppError("signed-out", "You are not signed in.");

/** What a member reads of any call for admins. */
export const adminsOnly = (): AppError => new AppError("forbidden", "Only admins may do this.");
