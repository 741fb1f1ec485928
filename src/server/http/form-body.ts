import { readBody } from "./body.ts";

const FORM_MAX_BYTES = 4096;

/** A form of a few fields, URL-encoded or multipart. What isn't one has no fields. @throws AppError 'too-large' */
export async function readFormBody(request: Request): Promise<FormData> {
  const bytes = await readBody(request, FORM_MAX_BYTES, "The form is too large.");
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    return new FormData();
  }
}
