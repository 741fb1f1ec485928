import type { Login, Registration, SetUp } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";

import { client } from "./client.ts";

/** `ApiError` 401 when signed out. */
export const fetchUser = () => client.get<User>("/api/auth/user").then(known);

export const login = (body: Login) => client.post<User>("/api/auth/login", body).then(known);

/** Without an email, the server makes a placeholder address (SPEC 5); the form always sends one. */
export const register = (body: Omit<Registration, "email"> & Partial<Pick<Registration, "email">>) =>
  client.post<User>("/api/auth/register", { ...body, email: body.email ?? `${body.username}@example.com` }).then(known);

export const setUp = (body: SetUp) => client.post<User>("/api/auth/setup", body).then(known);

export const logout = () => client.post<unknown>("/api/auth/logout");

/** Requires an id (SPEC 4): something between us and the club may answer 200 too. */
function known(user: User | undefined | null): User {
  if (typeof user?.id !== "number") throw new TypeError("The answer holds no user");
  return user;
}
