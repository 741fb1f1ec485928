import { type TSchema, Type } from "@sinclair/typebox";
import { status } from "elysia";

/** The response of a call that has nothing to tell. */
export const NO_CONTENT = { 204: Type.Undefined() };

/** What a service has done, as the body of that response: `status(204, done(remove(…)))`. */
export function done(_work: void): undefined {
  return undefined;
}

/** The responses of a call with a send key: 204 when it was made before, and deleted since. */
export const madeOnce = <Schema extends TSchema>(schema: Schema) => ({ 201: schema, ...NO_CONTENT });

/** What a call with a send key made; null when that was deleted since. */
export const madeOrDeleted = <Made>(made: Made | null) => (made === null ? status(204, undefined) : status(201, made));
