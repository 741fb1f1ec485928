import { type Static, Type } from "@sinclair/typebox";

import { NewPassword } from "./auth.ts";
import { Author, Email } from "./users.ts";

/** Body of `POST /api/auth/forgot` (BEYOND 7). */
export const Forgotten = Type.Object({ email: Email });
export type Forgotten = Static<typeof Forgotten>;

/** Body of `POST /api/auth/reset`: the token of the link, and the new password. */
export const ResetByLink = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, error: "This link is incomplete. Copy all of it." }),
  password: NewPassword,
});
export type ResetByLink = Static<typeof ResetByLink>;

/** Answer of `POST /api/users/{id}/reset-link`: the only time the link is shown. */
export const ResetLink = Type.Object({ url: Type.String(), /** ISO-8601 UTC. */ expiresAt: Type.String() });
export type ResetLink = Static<typeof ResetLink>;

/** Answer of `POST /api/auth/device`: a code that signs another device in. */
export const DeviceCode = Type.Object({
  /** Like 'ABCD-2345'. */
  code: Type.String(),
  url: Type.String(),
  /** ISO-8601 UTC. */
  expiresAt: Type.String(),
});
export type DeviceCode = Static<typeof DeviceCode>;

/** Body of `POST /api/auth/device/look` and `/use`. */
export const TypedCode = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 40, error: "Enter the code", emptyError: "Enter the code" }),
});
export type TypedCode = Static<typeof TypedCode>;

/** Answer of `POST /api/auth/device/look`: who the code would sign in. */
export const DeviceOwner = Type.Object({ user: Author });
export type DeviceOwner = Static<typeof DeviceOwner>;
