import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { StrictObject } from "./strict-object.ts";
import { Author } from "./users.ts";

/** "I can lend mine", or "I'm looking for one". */
export const CopyKind = OneOf(["lend", "borrow"], "Say whether you can lend a copy or look for one");
export type CopyKind = Static<typeof CopyKind>;

export const NewCopy = StrictObject({ kind: CopyKind });

/** Who can lend a book and who looks for one, those who said so first in front; nobody once its meeting is over. */
export const Copies = Type.Object({
  lend: Type.Array(Author),
  borrow: Type.Array(Author),
  mine: Nullable(CopyKind),
});
export type Copies = Static<typeof Copies>;
