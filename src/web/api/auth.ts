import type { Login, Registration, SetUp } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { storeNewMember } from "#web/state/new-member.ts";

import { call } from "./call.ts";

export const fetchUser = () => call("GET /api/auth/user").then(requireUser);

export const login = (body: Login) => call("POST /api/auth/login", { body }).then(requireUser);

/** Without an email the server creates a placeholder address (SPEC 5). The form always sends one. */
export async function register(body: Omit<Registration, "email"> & Partial<Pick<Registration, "email">>) {
  const email = body.email ?? `${body.username}@example.com`;
  const user = requireUser(await call("POST /api/auth/register", { body: { ...body, email } }));
  storeNewMember(user.id);
  return user;
}

export const createFirstAdmin = (body: SetUp) => call("POST /api/auth/setup", { body }).then(requireUser);

/** Requires an id (SPEC 4), because a captive portal may return 200, too. */
function requireUser(user: User | undefined | null): User {
  if (typeof user?.id !== "number") throw new TypeError("The response contains no user");
  return user;
}
