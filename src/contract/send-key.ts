import { Type } from "@sinclair/typebox";

import { PatternText } from "./text.ts";

/** Chosen by the page for what it makes: sent twice with the same key, it's stored once. */
export const SendKey = Type.Optional(PatternText(/^[\w-]{16,64}$/u, { max: 64, error: "Not a valid key" }));
