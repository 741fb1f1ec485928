import { type Static, Type } from "@sinclair/typebox";

/** Body of every error answer (DESIGN 2). `errors` is present on 422 only. */
export const ErrorBody = Type.Object({
  message: Type.String(),
  /** JSON pointer of each field, and what's wrong with it. */
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type ErrorBody = Static<typeof ErrorBody>;
