import { TOTAL_COUNT } from "#contract/headers.ts";
import { userCalls } from "#contract/users.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeRole, deleteUser, listUsers, resetOthersPassword } from "./users.ts";

export const userRoutes = (deps: Deps) =>
  routes(deps, userCalls())
    .on("GET /api/users", ({ query, set }) => {
      const { users, total } = listUsers(deps, query);
      set.headers[TOTAL_COUNT] = String(total);
      return users;
    })
    .on("PATCH /api/users/:id", ({ params, body, actor }) => changeRole(deps, actor, params.id, body))
    .on("DELETE /api/users/:id", ({ params, actor }) => deleteUser(deps, actor, params.id))
    .on("PATCH /api/users/:id/password-reset", ({ params, actor }) => resetOthersPassword(deps, actor, params.id));
