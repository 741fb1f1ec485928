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

/** The message of a 401, by which the web app distinguishes it from a login proxy's. */
export const SIGNED_OUT = "You are not signed in.";

/** The message of a 409 if `X-Member` isn't the session's member, by which the web app distinguishes it from other conflicts. */
export const OTHER_MEMBER = "Somebody else is signed in now.";
