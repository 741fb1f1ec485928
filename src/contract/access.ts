import { type Static, Type } from "@sinclair/typebox";

import { NewPassword } from "./auth.ts";
import { ExactText } from "./text.ts";
import { Author, Email } from "./users.ts";

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
