import { queryOptions } from "@tanstack/react-query";

import type { CalendarAddress, PasswordChange, Profile, ProfilePatch, SessionRow } from "#contract/profile.ts";

import { client, isNotFound } from "./client.ts";

export const sessionsQuery = queryOptions<SessionRow[]>({ queryKey: ["/api/profile/sessions"], staleTime: 0 });

export const profileQuery = queryOptions<Profile>({ queryKey: ["/api/profile"], staleTime: 0 });

export const saveProfile = (patch: ProfilePatch) => client.patch<Profile>("/api/profile", patch);

export const changePassword = (change: PasswordChange) => client.post<unknown>("/api/profile/password", change);

/** With this list, phones convert photos in their own format to JPEG. */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/gif";

/** At most PICTURE_MAX_BYTES. */
export function sendPhoto(photo: File): Promise<unknown> {
  const body = new FormData();
  body.set("photo", photo);
  return client.post<unknown>("/api/profile/photo", body);
}

export const removePhoto = () => client.delete("/api/profile/photo");

/** One call per session. */
export async function endSessions(ids: readonly number[]): Promise<void> {
  for (const id of ids) await client.delete(`/api/profile/sessions/${id}`).catch(ignoreGone);
}

/** A session that already ended must not stop the others. */
function ignoreGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

export const calendarQuery = queryOptions<CalendarAddress>({ queryKey: ["/api/profile/calendar"], staleTime: 0 });

export const makeCalendarAddress = () => client.post<CalendarAddress>("/api/profile/calendar");

export const removeCalendarAddress = () => client.delete<CalendarAddress>("/api/profile/calendar");
