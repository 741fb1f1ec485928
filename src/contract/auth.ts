import { type Static, Type } from "@sinclair/typebox";

import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits/passwords.ts";
import { ExactText } from "./text.ts";
import { Email, FirstDisplayName, Username } from "./users.ts";

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
