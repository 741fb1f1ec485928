import { type Static, Type } from "@sinclair/typebox";

/** Body of every answer outside 2xx and 304 (DESIGN 2). `errors` stands on 422 only. */
export const ErrorBody = Type.Object({
  /** A sentence that a person can act on. */
  message: Type.String(),
  /** One entry a field: JSON pointer of the field, and what is wrong with it. */
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type ErrorBody = Static<typeof ErrorBody>;
