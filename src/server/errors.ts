import { type ErrorCode, SIGNED_OUT } from "#contract/error-codes.ts";

type ErrorDetails = {
  errors?: { path: string; message: string }[];
  retryAfter?: number;
  /** For a 409: the newer state. */
  state?: object;
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

/** @throws AppError 'not-found' with `message` */
export function requireFound<Value>(value: Value | null, message: string): Value {
  if (value === null) throw new AppError("not-found", message);
  return value;
}

/** @param path a JSON pointer into the body */
export const fieldError = (path: string, message: string, code: "invalid" | "conflict" = "invalid"): AppError =>
  new AppError(code, message, { errors: [{ path, message }] });

export const signedOutError = (): AppError => new AppError("signed-out", SIGNED_OUT);

export const adminRequiredError = (): AppError => new AppError("forbidden", "Only admins may do this.");

export const crossSiteError = (): AppError =>
  new AppError("forbidden", "This call came from another site and was refused.");

/** Compares only fields in `base`, which the caller saw. @throws AppError 'conflict' with the changed fields */
export function assertNotStale<Fields extends object>(
  currentFields: Fields,
  patch: Partial<Fields>,
  base: Partial<Fields> = {},
): void {
  const fields = Object.keys(patch) as (keyof Fields & string)[];
  const changedFields = fields.filter(
    (field) => field in base && currentFields[field] !== base[field] && currentFields[field] !== patch[field],
  );
  if (changedFields.length === 0) return;
  throw new AppError("conflict", "Someone else changed this in the meantime. Nothing was overwritten.", {
    errors: changedFields.map((field) => ({ path: `/${field}`, message: "Someone else changed this in the meantime" })),
  });
}
