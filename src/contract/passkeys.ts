import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";
import { LineText } from "./text.ts";

const PASSKEY_NAME_MAX_LENGTH = 60;

export const Passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Nullable(Type.String()),
});
export type Passkey = Static<typeof Passkey>;

const PasskeyResponse = Type.Object(
  { id: Type.String({ maxLength: 1400 }), rawId: Type.String({ maxLength: 1400 }), type: Type.Literal("public-key") },
  { additionalProperties: true, error: "This isn't a passkey's answer" },
);

export const NewPasskey = Type.Object({
  name: LineText({
    max: PASSKEY_NAME_MAX_LENGTH,
    required: true,
    error: `Give the passkey a name of at most ${PASSKEY_NAME_MAX_LENGTH} characters`,
  }),
  response: PasskeyResponse,
});
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeySignIn = Type.Object({ response: PasskeyResponse });
export type PasskeySignIn = Static<typeof PasskeySignIn>;

export const PasskeyOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true });
