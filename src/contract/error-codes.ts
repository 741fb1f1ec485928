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

/** 401 without a session; by it the web tells the club's refusal from a login proxy's. */
export const SIGNED_OUT = "You are not signed in.";

/** 409 for a call whose author is another member than the session's; by it the web tells that from other conflicts. */
export const OTHER_MEMBER = "Somebody else is signed in now.";
