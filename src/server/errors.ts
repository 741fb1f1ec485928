import { SIGNED_OUT } from "#contract/signed-out.ts";

/** Every error code with its HTTP status (DESIGN 2). */
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

type ErrorDetails = {
  errors?: { path: string; message: string }[];
  retryAfter?: number;
  cause?: unknown;
};

/** An expected failure; `message` is safe for any caller. */
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

/** A refusal of one field; `path` is a JSON pointer into the body. */
export const fieldError = (path: string, message: string, code: "invalid" | "conflict" = "invalid"): AppError =>
  new AppError(code, message, { errors: [{ path, message }] });

export const signedOut = (): AppError => new AppError("signed-out", SIGNED_OUT);

export const adminsOnly = (): AppError => new AppError("forbidden", "Only admins may do this.");

export const fromElsewhere = (): AppError =>
  new AppError("forbidden", "This call came from another site and was refused.");
