import { JSON_BODY_MAX_BYTES } from "#contract/limits.ts";
import { AppError } from "#server/errors.ts";

/** JSON of at most 64 KiB; undefined for none. @throws AppError 'wrong-type', 'too-large', 'malformed', 'invalid' */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (request.body === null) return undefined;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readBytes(request);
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

async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new AppError("too-large", "The request is too large.");
  if (Number(request.headers.get("content-length")) > JSON_BODY_MAX_BYTES) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > JSON_BODY_MAX_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
