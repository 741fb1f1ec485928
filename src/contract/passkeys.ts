import { type Static, type TProperties, Type } from "@sinclair/typebox";

import { TOO_MANY_ATTEMPTS_ERROR } from "./auth.ts";
import { defineCalls } from "./call.ts";
import { LineText, PatternText } from "./text.ts";
import { Nullable } from "./typebox.ts";
import { User } from "./users.ts";

const PASSKEY_NAME_MAX_LENGTH = 60;

export const Passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Nullable(Type.String()),
});
export type Passkey = Static<typeof Passkey>;

const error = "This isn't a passkey's response";
const base64Text = (max: number) => PatternText(/^[\w-]*$/u, { max, error });
const passkeyResponse = <Response extends TProperties>(response: Response) =>
  Type.Object(
    {
      id: base64Text(1400),
      rawId: base64Text(1400),
      type: Type.Literal("public-key", { error }),
      response: Type.Object({ clientDataJSON: base64Text(8000), ...response }, { additionalProperties: true, error }),
    },
    { additionalProperties: true, error },
  );

export const NewPasskey = Type.Object({
  name: LineText({
    max: PASSKEY_NAME_MAX_LENGTH,
    required: true,
    error: "Give the passkey a name of at most # characters",
  }),
  response: passkeyResponse({ attestationObject: base64Text(40_000) }),
});
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeySignIn = Type.Object({
  response: passkeyResponse({ authenticatorData: base64Text(8000), signature: base64Text(8000) }),
});
export type PasskeySignIn = Static<typeof PasskeySignIn>;

export const PasskeyOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true });

export const passkeyCalls = () =>
  defineCalls("Sign-in", "member", {
    "GET /api/profile/passkeys": {
      summary: "List your passkeys",
      response: Type.Array(Passkey),
    },
    "POST /api/profile/passkeys/options": {
      summary: "Get options to add a passkey",
      description: "They are for `navigator.credentials.create`, and expire after 10 minutes.",
      response: PasskeyOptions,
      throws: { conflict: "Passkeys need https." },
    },
    "POST /api/profile/passkeys": {
      summary: "Add a passkey",
      body: NewPasskey,
      status: 201,
      response: Passkey,
      throws: { conflict: "You have too many passkeys or have this one, or the server doesn't use https." },
    },
    "DELETE /api/profile/passkeys/:id": {
      summary: "Delete a passkey",
    },
    "POST /api/auth/passkey/options": {
      by: "visitor",
      summary: "Get options to sign in with a passkey",
      description: "They are for `navigator.credentials.get`, and expire after 10 minutes.",
      response: PasskeyOptions,
      throws: { conflict: "Passkeys need https." },
    },
    "POST /api/auth/passkey": {
      by: "visitor",
      summary: "Sign in with a passkey",
      body: PasskeySignIn,
      response: User,
      throws: {
        "signed-out": "The server doesn't know this passkey.",
        conflict: "Passkeys need https.",
        ...TOO_MANY_ATTEMPTS_ERROR,
      },
    },
  });
