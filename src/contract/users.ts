import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { LOGIN_ERRORS } from "./error-codes.ts";
import { PageLimit, PageOffset } from "./ids.ts";
import { ExactText, LineText, LongText } from "./text.ts";
import { Nullable, StrictObject } from "./typebox.ts";

const DISPLAY_NAME_MAX_LENGTH = 80;
const EMAIL_MAX_LENGTH = 254;
const USERNAME_MAX_LENGTH = 64;

export const Username = LineText({
  max: USERNAME_MAX_LENGTH,
  required: true,
  error: "Use one line of at most # characters",
  emptyError: "Username is required",
});

/** An account's, also one from before a rule of `Username`. */
export const ExistingUsername = ExactText({ min: 1, max: 254, error: LOGIN_ERRORS.username });

export const DisplayName = LineText({
  max: DISPLAY_NAME_MAX_LENGTH,
  required: true,
  error: "Use one line of at most # characters",
  emptyError: "Display name is required",
});

export const OptionalDisplayName = LineText({
  max: DISPLAY_NAME_MAX_LENGTH,
  error: "Use one line of at most # characters",
});

/** The domain may be in any script (RFC 5890). */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?![^.]{64})[\p{L}\p{M}\p{Nd}]+(?:-+[\p{L}\p{M}\p{Nd}]+)*(?:\.(?![^.]{64})[\p{L}\p{M}\p{Nd}]+(?:-+[\p{L}\p{M}\p{Nd}]+)*)+$/u;

export const EmailText = (emptyError: string) =>
  LineText({ max: EMAIL_MAX_LENGTH, pattern: EMAIL, error: "Invalid email address", emptyError });

export const Email = EmailText("Email is required");

export const User = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  photoURL: Nullable(Type.String()),
  isAdmin: Type.Boolean(),
  /** True after an admin's reset (DESIGN 3). */
  passwordIsTemporary: Type.Boolean(),
});
export type User = Static<typeof User>;

/** A member as seen by others (SPEC 3). */
export const Author = Type.Object({
  /** Null for a former member. */
  id: Nullable(Type.Integer()),
  displayName: Type.String(),
  photoURL: Nullable(Type.String()),
});
export type Author = Static<typeof Author>;

/** The author of a deleted account's content (BEYOND 4). */
export const FORMER_MEMBER: Author = { id: null, displayName: "A former member", photoURL: null };

export const UserRow = Type.Object({
  ...Type.Omit(User, ["passwordIsTemporary"]).properties,
  createdAt: Type.String(),
});
export type UserRow = Static<typeof UserRow>;

export const RolePatch = StrictObject({ isAdmin: Type.Boolean() });
export type RolePatch = Static<typeof RolePatch>;

export const PasswordReset = Type.Object({
  temporaryPassword: Type.String(),
  user: Type.Pick(User, ["id", "username", "displayName"]),
});
export type PasswordReset = Static<typeof PasswordReset>;

export const userCalls = () =>
  defineCalls("Members", "admin", {
    "GET /api/users": {
      summary: "List the members",
      description: "The header `X-Total-Count` is the number of members on all pages.",
      query: Type.Object({
        limit: Type.Optional(PageLimit),
        offset: Type.Optional(PageOffset),
        search: Type.Optional(LongText({ max: 254, error: "Search for at most 254 characters" })),
      }),
      response: Type.Array(UserRow),
    },
    "PATCH /api/users/:id": {
      summary: "Set a member's role",
      body: RolePatch,
      response: UserRow,
      throws: { conflict: "It's your own account, or the last admin." },
    },
    "DELETE /api/users/:id": {
      summary: "Delete a member",
      throws: { conflict: "It's your own account, or the last admin." },
    },
    "PATCH /api/users/:id/password-reset": {
      summary: "Set a temporary password",
      description: "Signs the member out everywhere.",
      response: PasswordReset,
      throws: { conflict: "It's your own account, or someone else just changed the password." },
    },
  });
