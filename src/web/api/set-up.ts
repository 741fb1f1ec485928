import type { SetUp } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";

import { known } from "./auth.ts";
import { client } from "./client.ts";

export const setUp = (body: SetUp) => client.post<User>("/api/auth/setup", body).then(known);
