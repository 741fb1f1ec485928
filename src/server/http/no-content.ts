import { Type } from "@sinclair/typebox";

/** The response of a call that has nothing to tell. */
export const NO_CONTENT = { 204: Type.Undefined() };

/** What a service has done, as the body of that response: `status(204, done(remove(…)))`. */
export function done(_work: void): undefined {
  return undefined;
}
