import type { Login, Registration, SetUp } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";

import { client } from "./client.ts";

/** The signed-in person; `ApiError` 401 when signed out. */
export const fetchUser = () => client.get<User>("/api/auth/user");

export const login = (body: Login) => client.post<User>("/api/auth/login", body);

export const register = (body: Registration) => client.post<User>("/api/auth/register", body);

/** Makes the first admin with the code of the printed set-up link. */
export const setUp = (body: SetUp) => client.post<User>("/api/auth/setup", body);

export const logout = () => client.post<unknown>("/api/auth/logout");
