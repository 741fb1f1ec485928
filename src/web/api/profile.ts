import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import type { CalendarAddress, PasswordChange, Profile, ProfilePatch, SessionRow } from "#contract/profile.ts";

import { ApiError, client } from "./client.ts";

/** Where the member is signed in, this place included. */
export const sessionsQuery = queryOptions<SessionRow[]>({ queryKey: ["/api/profile/sessions"], staleTime: 0 });

/** The member's own account, with what only they need to see. */
export const profileQuery = queryOptions<Profile>({ queryKey: ["/api/profile"], staleTime: 0 });

export const saveProfile = (patch: ProfilePatch) => client.patch<Profile>("/api/profile", patch);

/** Changes the password and ends the member's other sessions. */
export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) => client.post<unknown>("/api/profile/password", change),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Sends a picture of at most PICTURE_MAX_BYTES as the member's photo. */
export function sendPhoto(photo: File): Promise<unknown> {
  const body = new FormData();
  body.set("photo", photo);
  return client.post<unknown>("/api/profile/photo", body);
}

export const removePhoto = () => client.delete("/api/profile/photo");

/** Signs the member out at other places, one call each. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: number[]) => {
      for (const id of ids) await client.delete(`/api/profile/sessions/${id}`).catch(unlessGone);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** A place whose session has ended on its own is no reason to leave the others signed in. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** The secret address of the member's calendar, null when there is none. */
export const calendarQuery = queryOptions<CalendarAddress>({ queryKey: ["/api/profile/calendar"], staleTime: 0 });

/** Makes the address, or another one in its place. */
export const makeCalendarAddress = () => client.post<CalendarAddress>("/api/profile/calendar");

export const removeCalendarAddress = () => client.delete<CalendarAddress>("/api/profile/calendar");
