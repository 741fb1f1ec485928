import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./password-limits.ts";
import { ExactText } from "./text.ts";
import { Email, FirstDisplayName, User, Username } from "./users.ts";

/** Accepted exactly as typed, never trimmed (DESIGN 3). */
export const NewPassword = ExactText({
  min: PASSWORD_MIN_LENGTH,
  max: PASSWORD_MAX_LENGTH,
  error: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
});

export const Login = Type.Object({
  username: ExactText({ min: 1, max: 254, error: "Username is required" }),
  password: ExactText({ min: 1, max: PASSWORD_MAX_LENGTH, error: "Password is required" }),
});
export type Login = Static<typeof Login>;

export const Registration = Type.Object({
  username: Username,
  password: NewPassword,
  displayName: Type.Optional(FirstDisplayName),
  invitationCode: ExactText({ min: 1, max: 100, error: "Invitation code is required" }),
  email: Email,
});
export type Registration = Static<typeof Registration>;

/** The first admin, with the code of the printed set-up link. */
export const SetUp = Type.Object({
  code: ExactText({ min: 1, max: 100, error: "The set-up link is not valid" }),
  username: Username,
  password: NewPassword,
  displayName: Type.Optional(FirstDisplayName),
  email: Email,
});
export type SetUp = Static<typeof SetUp>;

/** Of calls that can be guessed at (A04). */
export const TRIES_LIMITED = { "too-many": "Wait after too many failed tries." };

export const authCalls = () =>
  calls("Sign-in", {
    "GET /api/auth/user": {
      by: "member",
      summary: "Show who is signed in",
      response: User,
    },
    "POST /api/auth/login": {
      by: "visitor",
      summary: "Sign in",
      description:
        "By username or email address; sets the session cookie. After 10 failures the wait doubles, from 10 seconds to 15 minutes.",
      body: Login,
      response: User,
      throws: { "signed-out": "Username or password is wrong.", ...TRIES_LIMITED },
    },
    "POST /api/auth/register": {
      by: "visitor",
      summary: "Join with an invitation",
      description: "Signs in, too.",
      body: Registration,
      status: 201,
      response: User,
      throws: {
        conflict: "The username or the email address is taken.",
        ...TRIES_LIMITED,
      },
    },
    "POST /api/auth/setup": {
      by: "visitor",
      summary: "Create the first admin",
      description: "With the code of the set-up link that the server prints. Signs in, too.",
      body: SetUp,
      status: 201,
      response: User,
      throws: {
        conflict: "The username or the email address is taken.",
        ...TRIES_LIMITED,
      },
    },
    "POST /api/auth/logout": {
      by: "visitor",
      summary: "Sign out",
      description: "Removes the session cookie.",
      status: 204,
    },
  });
