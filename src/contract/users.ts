import { type Static, Type } from "@sinclair/typebox";

import { DISPLAY_NAME_MAX_LENGTH, EMAIL_MAX_LENGTH, USERNAME_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";

/** One printable line: no control characters, no invisible direction marks. */
const LINE = "^[^\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]*$";

/** Sign-in name as typed at registration; unique ignoring case and width (DESIGN 3). */
export const Username = Type.RegExp(new RegExp(LINE, "u"), {
  minLength: 1,
  maxLength: USERNAME_MAX_LENGTH,
  error: `Username must be one line of at most ${USERNAME_MAX_LENGTH} characters`,
  emptyError: "Username is required",
});

/** Name that other members see. */
export const DisplayName = Type.RegExp(new RegExp(LINE, "u"), {
  minLength: 1,
  maxLength: DISPLAY_NAME_MAX_LENGTH,
  error: `Display name must be one line of 1 to ${DISPLAY_NAME_MAX_LENGTH} characters`,
});

/** The name chosen when an account is made; empty or left out means the username (SPEC 5). */
export const FirstDisplayName = Type.RegExp(new RegExp(LINE, "u"), {
  maxLength: DISPLAY_NAME_MAX_LENGTH,
  error: `Your name must be one line of at most ${DISPLAY_NAME_MAX_LENGTH} characters`,
});

/**
 * E-mail address. A pattern, because `format: 'email'` is never true in the browser build.
 * `emptyError` is what a form says of an empty box (SPEC 5).
 */
export const Email = Type.RegExp(
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i,
  { maxLength: EMAIL_MAX_LENGTH, error: "Invalid email address", emptyError: "Email is required" },
);

/** The signed-in person, as `GET /api/auth/user`, sign-in and registration answer (SPEC 3, 7). */
export const User = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  /** Address of the photo under `/api/avatars/`, or null: the web app draws initials. */
  photoURL: Nullable(Type.String()),
  isAdmin: Type.Boolean(),
  /** True after an admin's reset, until the member sets a password of their own (DESIGN 3). */
  passwordIsTemporary: Type.Boolean(),
});
export type User = Static<typeof User>;

/** A member as others see them beside a post (SPEC 3). */
export const Author = Type.Object({
  displayName: Type.String(),
  photoURL: Nullable(Type.String()),
});
export type Author = Static<typeof Author>;

/** A row of the admin's user list (`GET /api/users`). */
export const UserRow = Type.Composite([
  Type.Omit(User, ["passwordIsTemporary"]),
  Type.Object({ /** ISO-8601 UTC. */ createdAt: Type.String() }),
]);
export type UserRow = Static<typeof UserRow>;

/** Body of `PATCH /api/users/{id}`: makes or unmakes an admin. */
export const RolePatch = Type.Object({ isAdmin: Type.Boolean() }, { additionalProperties: false });
export type RolePatch = Static<typeof RolePatch>;

/** Answer of `PATCH /api/users/{id}/password-reset` (SPEC 3). */
export const PasswordReset = Type.Object({
  temporaryPassword: Type.String(),
  user: Type.Pick(User, ["id", "username", "displayName"]),
});
export type PasswordReset = Static<typeof PasswordReset>;
