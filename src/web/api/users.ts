import { queryOptions } from "@tanstack/react-query";

import type { PasswordReset, RolePatch, UserRow } from "#contract/users.ts";

import { client } from "./client.ts";

export const USERS_PAGE_SIZE = 50;

export const usersQuery = (page: number, search: string) => {
  const query = new URLSearchParams({ limit: String(USERS_PAGE_SIZE), offset: String(page * USERS_PAGE_SIZE) });
  if (search) query.set("search", search);
  return queryOptions({
    queryKey: [`/api/users?${query.toString()}`],
    queryFn: ({ queryKey: [url = ""], signal }) => client.page<UserRow>(url, signal),
    staleTime: 0,
  });
};

/** Everybody, by username, for choosing one of them. */
export const everyUserQuery = queryOptions<UserRow[]>({ queryKey: ["/api/users"], staleTime: 0 });

export const deleteUser = (id: number) => client.delete(`/api/users/${id}`);

export const changeRole = ({ id, ...patch }: RolePatch & { id: number }) =>
  client.patch<UserRow>(`/api/users/${id}`, patch);

/** The only answer with the new password. Fields may be missing when something between us and the club answers. */
export const resetPassword = (id: number) => client.patch<Partial<PasswordReset>>(`/api/users/${id}/password-reset`);
