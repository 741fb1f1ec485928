import { describe, expect, test } from "bun:test";

import { PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

import { createSetUpCode } from "./club.ts";

const { club } = eachClub();

const countUsers = () => club.deps.stores.users.list().length;

describe("the set-up link", () => {
  const person = { username: "ada", password: PASSWORD, email: "ada@example.org" };

  test("makes the first admin once, and never another (A12)", async () => {
    const code = createSetUpCode(club.deps);
    expect(await (await club.visitor.call("GET", "/api/club")).json()).toMatchObject({ setUpOpen: true });
    const response = await club.visitor.call("POST", "/api/auth/setup", { ...person, code });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ isAdmin: true });
    const secondRegistration = { ...person, username: "eve", email: "eve@example.org", code };
    const secondResponse = await club.visitor.call("POST", "/api/auth/setup", secondRegistration);
    expect([secondResponse.status, (await secondResponse.json()).message]).toEqual([
      422,
      "This set-up link has expired. The club already has an admin.",
    ]);
    expect(createSetUpCode(club.deps)).toBeNull();
    expect(await (await club.visitor.call("GET", "/api/club")).json()).toMatchObject({ setUpOpen: false });
  });

  test("is valid for 24 hours, and the next start replaces it", async () => {
    const firstCode = createSetUpCode(club.deps);
    const secondCode = createSetUpCode(club.deps);
    expect((await club.visitor.call("POST", "/api/auth/setup", { ...person, code: firstCode })).status).toBe(422);
    club.setTime("2026-03-11T12:00:01Z");
    expect((await club.visitor.call("POST", "/api/auth/setup", { ...person, code: secondCode })).status).toBe(422);
    expect(countUsers()).toBe(0);
  });
});
