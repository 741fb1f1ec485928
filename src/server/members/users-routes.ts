import { Type } from "@sinclair/typebox";

import { TOTAL_COUNT } from "#contract/headers.ts";
import { IdParams } from "#contract/ids.ts";
import { PageLimit, PageOffset } from "#contract/paging.ts";
import { LongText } from "#contract/text.ts";
import { PasswordReset, RolePatch, UserRow } from "#contract/users.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { changeRole, deleteUser, listUsers, resetOthersPassword } from "./users.ts";

const OTHER_ACCOUNT = { throws: { conflict: "It's your own account, or the last admin." }, params: IdParams };

export const userRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "users", tag: "Members" })
    .get(
      "/api/users",
      ({ query, set }) => {
        const { users, total } = listUsers(deps, query);
        set.headers[TOTAL_COUNT] = String(total);
        return users;
      },
      {
        admin: true,
        detail: { summary: "List the members", description: "`X-Total-Count` says how many there are on all pages." },
        query: Type.Object({
          limit: Type.Optional(PageLimit),
          offset: Type.Optional(PageOffset),
          search: Type.Optional(LongText({ max: 254, error: "Search for at most 254 characters" })),
        }),
        response: Type.Array(UserRow),
      },
    )
    .patch("/api/users/:id", ({ params, body, by }) => changeRole(deps, params.id, body, by), {
      admin: true,
      ...OTHER_ACCOUNT,
      detail: { summary: "Make a member an admin, or an admin a member" },
      body: RolePatch,
      response: UserRow,
    })
    .delete("/api/users/:id", ({ params, by, status }) => status(204, done(deleteUser(deps, params.id, by))), {
      admin: true,
      ...OTHER_ACCOUNT,
      detail: { summary: "Delete a member" },
      response: NO_CONTENT,
    })
    .patch("/api/users/:id/password-reset", ({ params, by }) => resetOthersPassword(deps, params.id, by), {
      admin: true,
      detail: { summary: "Set a temporary password", description: "Signs the member out everywhere." },
      throws: { conflict: "It's your own account." },
      params: IdParams,
      response: PasswordReset,
    });
