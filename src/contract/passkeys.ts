import { type Static, type TProperties, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";
import { LineText, PatternText } from "./text.ts";

const PASSKEY_NAME_MAX_LENGTH = 60;

export const Passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Nullable(Type.String()),
});
export type Passkey = Static<typeof Passkey>;

const error = "This isn't a passkey's answer";
const base64 = (max: number) => PatternText(/^[\w-]*$/u, { max, error });
const passkeyResponse = <Response extends TProperties>(response: Response) =>
  Type.Object(
    {
      id: base64(1400),
      rawId: base64(1400),
      type: Type.Literal("public-key", { error }),
      response: Type.Object({ clientDataJSON: base64(8000), ...response }, { additionalProperties: true, error }),
    },
    { additionalProperties: true, error },
  );

export const NewPasskey = Type.Object({
  name: LineText({
    max: PASSKEY_NAME_MAX_LENGTH,
    required: true,
    error: `Give the passkey a name of at most ${PASSKEY_NAME_MAX_LENGTH} characters`,
  }),
  response: passkeyResponse({ attestationObject: base64(40_000) }),
});
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeySignIn = Type.Object({
  response: passkeyResponse({ authenticatorData: base64(8000), signature: base64(8000) }),
});
export type PasskeySignIn = Static<typeof PasskeySignIn>;

export const PasskeyOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true });
