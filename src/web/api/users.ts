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
export const everyUserQuery = queryOptions({
  queryKey: ["/api/users"],
  queryFn: async ({ signal }) => {
    const users: UserRow[] = [];
    for (let total = Infinity; users.length < total;) {
      const page = await client.page<UserRow>(`/api/users?limit=${LONGEST_PAGE}&offset=${users.length}`, signal);
      users.push(...page.rows);
      total = page.rows.length === 0 ? 0 : page.total;
    }
    return users;
  },
  staleTime: 0,
});

/** What the club answers at most (contract `PageLimit`). */
const LONGEST_PAGE = 299;

export const deleteUser = (id: number) => client.delete(`/api/users/${id}`);

export const changeRole = ({ id, ...patch }: RolePatch & { id: number }) =>
  client.patch<UserRow>(`/api/users/${id}`, patch);

/** The only answer with the new password. Fields may be missing when something between us and the club answers. */
export const resetPassword = (id: number) => client.patch<Partial<PasswordReset>>(`/api/users/${id}/password-reset`);
