import { call } from "./call.ts";
import { isNotFound } from "./client.ts";

/** With this list, phones convert photos in their own format to JPEG. */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/gif";

export function sendPhoto(photo: File): Promise<unknown> {
  const body = new FormData();
  body.set("photo", photo);
  return call("POST /api/profile/photo", { body });
}

export async function endSessions(ids: readonly number[]): Promise<void> {
  for (const id of ids) await call("DELETE /api/profile/sessions/:id", { params: { id } }).catch(ignoreNotFound);
}

function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
