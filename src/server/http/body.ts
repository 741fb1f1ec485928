import { readUpTo } from "#server/adapters/chunks.ts";
import { AppError } from "#server/errors.ts";

/** The body as it came. @throws AppError 'too-large' with this message, at once when its length is known */
export async function readBody(request: Request, maxBytes: number, message: string): Promise<Buffer> {
  const tooLarge = () => new AppError("too-large", message);
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge();
  return readUpTo(request.body ?? [], maxBytes, tooLarge);
}
