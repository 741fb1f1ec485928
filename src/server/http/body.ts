import { JSON_BODY_MAX_BYTES } from "#contract/limits.ts";
import { readUpTo } from "#server/adapters/chunks.ts";
import { AppError } from "#server/errors.ts";

export async function readBody(request: Request, maxBytes: number, message: string): Promise<Buffer> {
  const tooLargeError = () => new AppError("too-large", message);
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLargeError();
  return readUpTo(request.body ?? [], maxBytes, tooLargeError);
}

const FORM_MAX_BYTES = 4096;

export async function readFormBody(request: Request): Promise<FormData> {
  const bytes = await readBody(request, FORM_MAX_BYTES, "The form is too large.");
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    return new FormData();
  }
}

export async function readJsonBody(request: Request): Promise<unknown> {
  if (request.body === null) return undefined;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readBody(request, JSON_BODY_MAX_BYTES, "The request is too large.");
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new AppError("wrong-type", "Send JSON.");
  const value = parse(bytes);
  // Elysia would treat an array as an empty object
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
