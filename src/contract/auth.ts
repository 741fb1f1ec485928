import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { LOGIN_ERRORS } from "./error-codes.ts";
import { PASSWORD_MIN_LENGTH } from "./limits.ts";
import { ExactText } from "./text.ts";
import { Author, Email, ExistingUsername, OptionalDisplayName, User, Username } from "./users.ts";

/** Limits the CPU time of hashing. */
export const PASSWORD_MAX_LENGTH = 1024;

/** Accepted exactly as typed, never trimmed (DESIGN 3). */
export const NewPassword = ExactText({
  min: PASSWORD_MIN_LENGTH,
  max: PASSWORD_MAX_LENGTH,
  error: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
});

export const Login = Type.Object({
  username: ExistingUsername,
  password: ExactText({ min: 1, max: PASSWORD_MAX_LENGTH, error: LOGIN_ERRORS.password }),
});
export type Login = Static<typeof Login>;

export const Registration = Type.Object({
  username: Username,
  password: NewPassword,
  displayName: Type.Optional(OptionalDisplayName),
  invitationCode: ExactText({ min: 1, max: 100, error: "Invitation code is required" }),
  email: Email,
});
export type Registration = Static<typeof Registration>;

export const SetUp = Type.Object({
  code: ExactText({ min: 1, max: 100, error: "The set-up link is not valid" }),
  username: Username,
  password: NewPassword,
  displayName: Type.Optional(OptionalDisplayName),
  email: Email,
});
export type SetUp = Static<typeof SetUp>;

/** For calls with a secret that can be guessed (A04). */
export const TOO_MANY_ATTEMPTS_ERROR = { "too-many": "There were too many failed attempts." };

export const authCalls = () =>
  defineCalls("Sign-in", "member", {
    "GET /api/auth/user": {
      summary: "Get the signed-in member",
      response: User,
    },
    "POST /api/auth/login": {
      by: "visitor",
      summary: "Sign in",
      description:
        "Accepts a username or an email address, and sets the session cookie. After 10 failed attempts, the delay doubles from 10 seconds to 15 minutes.",
      body: Login,
      response: User,
      throws: { "signed-out": "Username or password is wrong.", ...TOO_MANY_ATTEMPTS_ERROR },
    },
    "POST /api/auth/register": {
      by: "visitor",
      summary: "Join with an invitation",
      description: "Also signs in.",
      body: Registration,
      status: 201,
      response: User,
      throws: {
        conflict: "The username or the email address is taken.",
        ...TOO_MANY_ATTEMPTS_ERROR,
      },
    },
    "POST /api/auth/setup": {
      by: "visitor",
      summary: "Create the first admin",
      description: "Requires the code of the setup link that the server prints. Also signs in.",
      body: SetUp,
      status: 201,
      response: User,
      throws: {
        conflict: "The username or the email address is taken.",
        ...TOO_MANY_ATTEMPTS_ERROR,
      },
    },
    "POST /api/auth/logout": {
      by: "visitor",
      summary: "Sign out",
      description: "Removes the session cookie.",
    },
    "POST /api/auth/forgot": {
      by: "visitor",
      summary: "Request a password reset link",
      description: "The response is the same whether the address is known or not.",
      body: PasswordResetRequest,
      status: 202,
      response: Type.Object({ message: Type.String() }),
      throws: TOO_MANY_ATTEMPTS_ERROR,
    },
    "POST /api/auth/reset": {
      by: "visitor",
      summary: "Set a new password with a link",
      description: "Ends all sessions, and doesn't sign in.",
      body: ResetByLink,
      throws: { ...TOO_MANY_ATTEMPTS_ERROR, "not-found": "The link has expired or was used." },
    },
    "POST /api/users/:id/reset-link": {
      by: "admin",
      summary: "Create a password reset link",
      description: "For a member who gets no email.",
      status: 201,
      response: ResetLink,
      throws: { conflict: "It's your own account." },
    },
    "POST /api/auth/device": {
      summary: "Create a code for another device",
      description: "The code expires after 5 minutes.",
      status: 201,
      response: DeviceCode,
    },
    "POST /api/auth/device/look": {
      by: "visitor",
      summary: "Get the member of a device code",
      body: TypedCode,
      response: DeviceOwner,
      throws: { ...TOO_MANY_ATTEMPTS_ERROR, "not-found": "The code has expired or was used." },
    },
    "POST /api/auth/device/use": {
      by: "visitor",
      summary: "Sign in with a device code",
      body: TypedCode,
      response: User,
      throws: { ...TOO_MANY_ATTEMPTS_ERROR, "not-found": "The code has expired or was used." },
    },
  });

export const PasswordResetRequest = Type.Object({ email: Email });
export type PasswordResetRequest = Static<typeof PasswordResetRequest>;

export const ResetByLink = Type.Object({
  token: ExactText({ min: 1, max: 100, error: "This link is incomplete. Copy all of it." }),
  password: NewPassword,
});
export type ResetByLink = Static<typeof ResetByLink>;

const LinkFields = { url: Type.String(), expiresAt: Type.String() };

export const ResetLink = Type.Object(LinkFields);
export type ResetLink = Static<typeof ResetLink>;

export const DeviceCode = Type.Object({
  code: Type.String(),
  ...LinkFields,
});
export type DeviceCode = Static<typeof DeviceCode>;

export const TypedCode = Type.Object({
  code: ExactText({ min: 1, max: 40, error: "Enter the code" }),
});
export type TypedCode = Static<typeof TypedCode>;

/** Without the account's id, because anyone may try a code. */
export const DeviceOwner = Type.Object({ user: Type.Omit(Author, ["id"]) });
export type DeviceOwner = Static<typeof DeviceOwner>;
