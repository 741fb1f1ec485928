import { expect, test } from "bun:test";

import { ApiError } from "#web/api/client.ts";

import { loginFailure } from "./messages.ts";

test("doesn't take a login proxy's 401 for a wrong password", () => {
  expect(loginFailure(new ApiError(401, "<title>Log in", "Unauthorized", false))).toBe("Login failed with status 401");
  expect(loginFailure(new ApiError(401, "", "Unauthorized"))).toBe("Invalid username or password");
});
