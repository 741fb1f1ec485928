import { describe, expect, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { createClub, PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

import { resetPassword } from "./passwords.ts";

const { club } = eachClub();

describe("signing in", () => {
  test("returns the user and an HttpOnly session cookie (S01)", async () => {
    const { user } = club.member("mia");
    const response = await club.signIn("mia", PASSWORD);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(user);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = cookie?.match(/=([\w-]+)/)?.[1] ?? "";
    expect(text).not.toContain(token);
    expect(club.logged.join("\n")).not.toContain(token);
    const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
    expect(club.db.query("SELECT lower(hex(token_hash)) AS hash FROM sessions").all()).toContainEqual({ hash });
    expect(club.db.serialize().includes(token)).toBeFalse();
  });

  test("uses a __Host- Secure cookie for an https address (S01)", async () => {
    const secureClub = await createClub({ environment: { PUBLIC_URL: "https://club.example.org" } });
    secureClub.member("mia");
    const response = await secureClub.visitor.call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
    for (const cookie of response.headers.getSetCookie())
      expect(cookie).toMatch(
        /^__Host-(?:session|device)=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    expect(response.headers.get("strict-transport-security")).toContain("max-age=");
    const person = secureClub.as(cookiesOf(response));
    expect((await person.call("GET", "/api/auth/user")).status).toBe(200);
    secureClub.close();
  });

  test("returns one message for all failed sign-ins (A01)", async () => {
    const { user } = club.member("mia");
    const wrongPasswordResponse = await club.signIn("mia", "not it");
    const unknownNameResponse = await club.signIn("nobody", PASSWORD);
    const { user: otto } = club.member("otto");
    await resetPassword(club.deps, OPERATOR, otto.id);
    const resetPendingResponse = await club.signIn("otto", PASSWORD);
    club.deps.stores.users.updatePassword(
      user.id,
      club.deps.stores.users.findCredentialsById(user.id)?.passwordHash ?? "",
      "2026-03-09T00:00:00.000Z",
    );
    const expiredResetResponse = await club.signIn("mia", PASSWORD);
    const comparableParts = (response: Response) => [...response.headers].filter(([name]) => name !== "x-request-id");
    for (const response of [wrongPasswordResponse, unknownNameResponse, resetPendingResponse, expiredResetResponse]) {
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: "Invalid username or password" });
      expect(comparableParts(response)).toEqual(comparableParts(wrongPasswordResponse));
    }
  });

  test("asks for missing fields in the spec's words", async () => {
    const response = await club.signIn("", "");
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      message: "Username is required",
      errors: [
        { path: "/username", message: "Username is required" },
        { path: "/password", message: "Password is required" },
      ],
    });
  });

  test("accepts only text, and grants no requested rights (A08)", async () => {
    club.member("mia");
    const sendLogin = (body: object) => club.visitor.call("POST", "/api/auth/login", body);
    for (const body of [
      { username: ["mia"], password: PASSWORD },
      { username: { $ne: "" }, password: PASSWORD },
      { username: "mia", password: [PASSWORD] },
      { username: true, password: 1 },
    ])
      expect((await sendLogin(body)).status).toBe(422);
    const body = { username: "mia", password: PASSWORD, isAdmin: true, id: 99, ["__proto__"]: { isAdmin: true } };
    expect(await (await sendLogin(body)).json()).toMatchObject({ username: "mia", isAdmin: false });
  });

  test("never repeats a password in an error", async () => {
    const response = await club.signIn("", "s3cret-s3cret");
    expect(await response.text()).not.toContain("s3cret");
  });

  test("ignores case, width and outer spaces in the name", async () => {
    club.member("mia");
    for (const name of ["MIA", " mia ", "ｍｉａ"]) expect((await club.signIn(name, PASSWORD)).status).toBe(200);
  });

  test("returns 401, not 500, for a damaged hash (A10)", async () => {
    const { user } = club.member("mia");
    club.deps.stores.users.updatePassword(user.id, "$argon2id$v=19$damaged", null);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(401);
    expect(club.logged.join("\n")).toContain("error a stored password hash is damaged");
    expect(club.logged.join("\n")).not.toContain("argon2id");
  });

  test("creates a new token each time and ends the former (S02)", async () => {
    const mia = club.member("mia");
    const secondResponse = await club.visitor.call(
      "POST",
      "/api/auth/login",
      { username: "mia", password: PASSWORD },
      { cookie: mia.cookie },
    );
    expect(cookiesOf(secondResponse)).not.toContain(mia.cookie);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    expect((await club.as(cookiesOf(secondResponse)).call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("ignores a planted session (S02)", async () => {
    club.member("mia");
    const plantedCookie = `session=${"A".repeat(43)}`;
    const response = await club
      .as(plantedCookie)
      .call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
    expect(cookiesOf(response)).not.toContain(plantedCookie);
    expect((await club.as(plantedCookie).call("GET", "/api/auth/user")).status).toBe(401);
  });
});
