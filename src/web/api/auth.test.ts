import { expect, test } from "bun:test";

import { serveApi } from "#tests/support/web.tsx";

import { fetchUser, login, register } from "./auth.ts";

test("registers without email, and never changes a given one", async () => {
  const { calls } = serveApi({ "POST /api/auth/register": { id: 1 } });
  const account = { username: "ada", displayName: "ada", password: "123456", invitationCode: "ABCD" };
  await register(account);
  await register({ ...account, email: "" });
  await register({ ...account, email: "ada@club.org" });
  expect(calls.map(({ body }) => (body as { email: string }).email)).toEqual(["ada@example.com", "", "ada@club.org"]);
});

test("treats a response without an id as signed out (SPEC 4)", async () => {
  for (const invalidUser of [{}, null, [], "Welcome to the Wi-Fi", { id: "1" }]) {
    serveApi({ "GET /api/auth/user": () => invalidUser, "POST /api/auth/login": () => invalidUser });
    expect(await fetchUser().catch((error: unknown) => error)).toBeInstanceOf(TypeError);
    expect(await login({ username: "ada", password: "123456" }).catch((error: unknown) => error)).toBeInstanceOf(
      TypeError,
    );
  }
});
