import { type Static, Type } from "@sinclair/typebox";

import { OfEdition } from "./edition.ts";
import { Id } from "./ids.ts";
import { PAGES_MAX, SAVE_AGE_MAX_SECONDS } from "./limits.ts";
import { Fraction } from "./reading.ts";
import { StrictObject } from "./typebox.ts";

/** BEYOND 10: the page of a paper copy. `page` left out keeps the one before. */
export const NewPaperPlace = Type.Object({
  pages: Type.Integer({ minimum: 1, maximum: PAGES_MAX, error: `A book has 1 to ${PAGES_MAX} pages` }),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGES_MAX, error: "The page must be a whole number" })),
  /** Where the page's words were found in the text: a fixed point. */
  fraction: Type.Optional(Fraction),
  edition: OfEdition,
  /** Seconds since, for one that waited for the network. An older one than the server's only adds to the history. */
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: SAVE_AGE_MAX_SECONDS, error: "Not a valid age" })),
});
export type NewPaperPlace = Static<typeof NewPaperPlace>;

/** A page of the history, to go back to. */
export const PaperRestore = StrictObject({ id: Id("Say which page to go back to") });

/** A page that another one replaced; lists are newest first. */
export const PaperJump = Type.Object({
  id: Type.Integer(),
  page: Type.Integer(),
  pages: Type.Integer(),
  leftAt: Type.String(),
});
export type PaperJump = Static<typeof PaperJump>;
