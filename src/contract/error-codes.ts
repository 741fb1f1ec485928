/** Every error code with its HTTP status (DESIGN 2). */
export const HTTP_STATUS = {
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

export type ErrorCode = keyof typeof HTTP_STATUS;

export const SIGNED_OUT = "You are not signed in.";

/** The web app recognizes by this message that `X-Member` isn't the session's member. */
export const OTHER_MEMBER = "Somebody else is signed in now.";

/** The form to sign in shows them without the schema, which would double what it loads. */
export const LOGIN_ERRORS = { username: "Username is required", password: "Password is required" } as const;

/** RFC 6585: never of the server itself. */
export const CAPTIVE_PORTAL_STATUS = 511;
