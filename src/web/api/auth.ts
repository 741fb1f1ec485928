import type { Login, Registration, SetUp } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";

import { client } from "./client.ts";

/** The signed-in person; `ApiError` 401 when signed out. */
export const fetchUser = () => client.get<User>("/api/auth/user");

export const login = (body: Login) => client.post<User>("/api/auth/login", body);

/** Without an e-mail it is an address at the placeholder domain (SPEC 5); the form never leaves it out. */
export const register = (body: Omit<Registration, "email"> & Partial<Pick<Registration, "email">>) =>
  client.post<User>("/api/auth/register", { ...body, email: body.email ?? `${body.username}@example.com` });

/** Makes the first admin with the code of the printed set-up link. */
export const setUp = (body: SetUp) => client.post<User>("/api/auth/setup", body);

export const logout = () => client.post<unknown>("/api/auth/logout");
