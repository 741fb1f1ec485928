import { type Static, Type } from "@sinclair/typebox";

import { PatternText } from "./text.ts";
import { Nullable } from "./typebox.ts";

/** Which files of a book are meant; opaque to the web, null without a file. */
export const Edition = Nullable(Type.String());
export type Edition = Static<typeof Edition>;

/** The one that a call's place was read in, as contents or place named it; left out for the current one (BEYOND 14). */
export const OfEdition = Type.Optional(
  Nullable(PatternText(/^[\w-]{1,16}\.[\w-]{1,16}$/u, { max: 33, error: "Not a valid edition" })),
);
export type OfEdition = Static<typeof OfEdition> | undefined;
