import { type Static, Type } from "@sinclair/typebox";

import { DISPLAY_NAME_MAX_LENGTH, EMAIL_MAX_LENGTH, USERNAME_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";

/** What shows nothing: control and format characters, default-ignorable ones, line breaks and Braille's blank. */
const UNSEEN = "\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800";
const SEEN = `[^${UNSEEN}]`;
const OTHER_LETTER = "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]";
/** Unseen, but part of an emoji, or between letters of alphabets that are written with it, such as Persian's. */
const JOINER = [
  "(?<=\\p{Emoji})\\uFE0F",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  `(?<=${OTHER_LETTER})[\\u200C\\u200D](?=${OTHER_LETTER})`,
].join("|");

/** Sign-in name as typed at registration; unique ignoring case and width (DESIGN 3). */
export const Username = Type.RegExp(new RegExp(`^${SEEN}*$`, "u"), {
  minLength: 1,
  maxLength: USERNAME_MAX_LENGTH,
  error: `Username must be one line of at most ${USERNAME_MAX_LENGTH} visible characters`,
  emptyError: "Username is required",
});

/** Name that other members see. */
export const DisplayName = Type.RegExp(new RegExp(`^(?:${SEEN}|${JOINER})+$`, "u"), {
  maxLength: DISPLAY_NAME_MAX_LENGTH,
  error: `Display name must be one line of 1 to ${DISPLAY_NAME_MAX_LENGTH} visible characters`,
});

/** The name chosen when an account is made; empty or left out means the username (SPEC 5). */
export const FirstDisplayName = Type.RegExp(new RegExp(`^(?:${SEEN}|${JOINER})*$`, "u"), {
  maxLength: DISPLAY_NAME_MAX_LENGTH,
  error: `Your name must be one line of at most ${DISPLAY_NAME_MAX_LENGTH} visible characters`,
});

/**
 * Email address. A pattern, because `format: 'email'` is never true in the browser build.
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

/** Who wrote what stays after an account is deleted (BEYOND 4). */
export const FORMER_MEMBER: Author = { displayName: "A former member", photoURL: null };

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
