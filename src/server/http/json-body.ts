import { JSON_BODY_MAX_BYTES } from "#contract/limits/bodies.ts";
import { AppError } from "#server/errors.ts";

import { readBody } from "./body.ts";

/** A JSON object; undefined for none. @throws AppError 'wrong-type', 'too-large', 'malformed', 'invalid' */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (request.body === null) return undefined;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readBody(request, JSON_BODY_MAX_BYTES, "The request is too large.");
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new AppError("wrong-type", "Send JSON.");
  const value = parse(bytes);
  // Elysia would take an array for an empty object
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("invalid", "The request must be a JSON object.");
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("malformed", "The request isn't valid JSON.", { cause });
  }
}
