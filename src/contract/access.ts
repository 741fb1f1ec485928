import { type Static, Type } from "@sinclair/typebox";

import { NewPassword, TRIES_LIMITED } from "./auth.ts";
import { calls } from "./call.ts";
import { IdParams } from "./ids.ts";
import { ExactText } from "./text.ts";
import { Author, Email, User } from "./users.ts";

export const Forgotten = Type.Object({ email: Email });
export type Forgotten = Static<typeof Forgotten>;

export const ResetByLink = Type.Object({
  token: ExactText({ min: 1, max: 100, error: "This link is incomplete. Copy all of it." }),
  password: NewPassword,
});
export type ResetByLink = Static<typeof ResetByLink>;

const Link = { url: Type.String(), expiresAt: Type.String() };

export const ResetLink = Type.Object(Link);
export type ResetLink = Static<typeof ResetLink>;

export const DeviceCode = Type.Object({
  /** Like 'ABCD-2345'. */
  code: Type.String(),
  ...Link,
});
export type DeviceCode = Static<typeof DeviceCode>;

export const TypedCode = Type.Object({
  code: ExactText({ min: 1, max: 40, error: "Enter the code" }),
});
export type TypedCode = Static<typeof TypedCode>;

/** Anyone may try a code, so without the account's id. */
export const DeviceOwner = Type.Object({ user: Type.Omit(Author, ["id"]) });
export type DeviceOwner = Static<typeof DeviceOwner>;

export const accessCalls = () =>
  calls("Sign-in", {
    "POST /api/auth/forgot": {
      by: "visitor",
      summary: "Ask for a link to a new password",
      description: "Answers the same whether the address is known or not.",
      body: Forgotten,
      status: 202,
      response: Type.Object({ message: Type.String() }),
      throws: TRIES_LIMITED,
    },
    "POST /api/auth/reset": {
      by: "visitor",
      summary: "Set a new password by a link",
      description: "Ends all sessions and signs nobody in.",
      body: ResetByLink,
      status: 204,
      throws: { ...TRIES_LIMITED, "not-found": "The link has expired or was used." },
    },
    "POST /api/users/:id/reset-link": {
      by: "admin",
      summary: "Make a link to a new password",
      description: "For a member without email.",
      params: IdParams,
      status: 201,
      response: ResetLink,
      throws: { conflict: "It's your own account." },
    },
    "POST /api/auth/device": {
      by: "member",
      summary: "Make a code for another device",
      description: "Good for 5 minutes.",
      status: 201,
      response: DeviceCode,
    },
    "POST /api/auth/device/look": {
      by: "visitor",
      summary: "Show whose device code it is",
      body: TypedCode,
      response: DeviceOwner,
      throws: { ...TRIES_LIMITED, "not-found": "The code has expired or was used." },
    },
    "POST /api/auth/device/use": {
      by: "visitor",
      summary: "Sign in by a device code",
      body: TypedCode,
      response: User,
      throws: { ...TRIES_LIMITED, "not-found": "The code has expired or was used." },
    },
  });
