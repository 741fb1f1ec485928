import { expect, it } from "bun:test";

import { serveApi } from "#tests/support/web.tsx";

import { register } from "./auth.ts";

it("registers without an e-mail under the username at a placeholder domain, and never changes a given one", async () => {
  const { calls } = serveApi({ "POST /api/auth/register": { id: 1 } });
  const account = { username: "ada", displayName: "ada", password: "123456", invitationCode: "ABCD" };
  await register(account);
  await register({ ...account, email: "" });
  await register({ ...account, email: "ada@club.org" });
  expect(calls.map(({ body }) => (body as { email: string }).email)).toEqual(["ada@example.com", "", "ada@club.org"]);
});
