import { type TInteger, Type } from "@sinclair/typebox";

/** How many there are of each. */
export const CountRecord = <const Name extends string>(names: readonly Name[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<Name, TInteger>);
