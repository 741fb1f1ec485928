import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import type { SessionRow } from "#contract/profile.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { createPasswords, type Passwords } from "#server/adapters/passwords.ts";
import { AppError } from "#server/errors.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { type Club, createClub, PASSWORD, type Person } from "#tests/support/club.ts";

import { resetPassword } from "./passwords.ts";

let club: Club;
let mia: Person;
beforeEach(async () => {
  club = await createClub();
  mia = club.member("mia");
});
afterEach(() => club.close());

const rejectAsBusy = () => Promise.reject(new AppError("busy", "Too many are signing in."));
const signIn = (password: string) => club.signIn("mia", password);

describe("the profile", () => {
  test("changes the name and the address", async () => {
    const response = await mia.call("PATCH", "/api/profile", { displayName: " Mia M. ", email: "m@example.org" });
    expect(await response.json()).toMatchObject({ displayName: "Mia M.", email: "m@example.org", username: "mia" });
  });

  test("can keep its address, but not take someone else's", async () => {
    club.member("otto");
    expect((await mia.call("PATCH", "/api/profile", { email: "MIA@example.org" })).status).toBe(200);
    expect((await mia.call("PATCH", "/api/profile", { email: "otto@example.org" })).status).toBe(409);
  });

  test("rejects other fields and blank names (A08)", async () => {
    for (const body of [{}, { isAdmin: true }, { displayName: " " }, { displayName: "a\nb" }, { email: "x" }])
      expect((await mia.call("PATCH", "/api/profile", body)).status).toBe(422);
    expect(club.deps.stores.users.find(mia.user.id)).toEqual(mia.user);
  });
});

describe("changing the password", () => {
  const changePassword = (currentPassword: string, newPassword: string) =>
    mia.call("POST", "/api/profile/password", { currentPassword, newPassword });

  test("ends the other sessions and renews the current token", async () => {
    const phoneSession = club.as(cookiesOf(await signIn(PASSWORD)));
    const sessionsBefore = await (await mia.call("GET", "/api/profile/sessions")).json();
    const response = await changePassword(PASSWORD, "a new one");
    expect(response.status).toBe(200);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    const newSession = club.as(cookiesOf(response));
    const currentSessions = sessionsBefore.filter((session: SessionRow) => session.current);
    expect(await (await newSession.call("GET", "/api/profile/sessions")).json()).toEqual(currentSessions);
    expect((await phoneSession.call("GET", "/api/auth/user")).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn("a new one")).status).toBe(200);
  });

  test("needs the current one, and limits guesses", async () => {
    for (let i = 0; i < 10; i += 1) expect((await changePassword("guess", "a new one")).status).toBe(422);
    expect((await changePassword(PASSWORD, "a new one")).status).toBe(429);
  });

  test("doesn't count a try rejected because the queue is full (O01)", async () => {
    const passwords = createPasswords(club.deps.log);
    club.close();
    club = await createClub({ own: { passwords: { ...passwords, verify: rejectAsBusy } } });
    mia = club.member("mia");
    expect((await changePassword(PASSWORD, "a new one")).status).toBe(503);
    expect(club.db.query("SELECT key FROM attempts").all()).toEqual([]);
  });

  test("doesn't undo an admin's reset made in the meantime (A09)", async () => {
    const passwords = createPasswords(club.deps.log);
    let temporaryPassword = "";
    const verify: Passwords["verify"] = async (password, storedHash) => {
      const isMatch = await passwords.verify(password, storedHash);
      if (temporaryPassword === "") ({ temporaryPassword } = await resetPassword(club.deps, OPERATOR, mia.user.id));
      return isMatch;
    };
    club.close();
    club = await createClub({ own: { passwords: { ...passwords, verify } } });
    mia = club.member("mia");
    expect((await changePassword(PASSWORD, "a new one")).status).toBe(401);
    expect((await signIn("a new one")).status).toBe(401);
    expect((await signIn(temporaryPassword)).status).toBe(200);
  });

  test("revokes the member's known devices", async () => {
    const homeCookies = cookiesOf(await signIn(PASSWORD));
    expect((await changePassword(PASSWORD, "a new one")).status).toBe(200);
    for (let i = 0; i < 10; i += 1) await club.signIn("mia", "wrong");
    expect((await club.signIn("mia", "a new one", { cookie: homeCookies })).status).toBe(429);
  });

  test("requires at least six characters", async () => {
    const response = await changePassword(PASSWORD, "12345");
    expect(await response.json()).toMatchObject({ message: "Password must be at least 6 characters" });
  });
});

describe("a password from a reset (A09)", () => {
  test("has 20 characters, ends sessions, reminds until changed", async () => {
    const { temporaryPassword } = await resetPassword(club.deps, OPERATOR, mia.user.id);
    expect(temporaryPassword).toMatch(/^[A-Za-z2-9]{20}$/);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    const signInResponse = await signIn(temporaryPassword);
    expect(await signInResponse.json()).toMatchObject({ passwordIsTemporary: true });
    const response = await club
      .as(cookiesOf(signInResponse))
      .call("POST", "/api/profile/password", { currentPassword: temporaryPassword, newPassword: PASSWORD });
    expect(await response.json()).toMatchObject({ passwordIsTemporary: false });
    expect(club.logged.join()).not.toContain(temporaryPassword);
  });

  test("rejects a sign-in in progress with the previous password", async () => {
    const passwords = createPasswords(club.deps.log);
    let isReset = false;
    const verify: Passwords["verify"] = async (password, storedHash) => {
      const isMatch = await passwords.verify(password, storedHash);
      if (!isReset) await resetPassword(club.deps, OPERATOR, mia.user.id);
      isReset = true;
      return isMatch;
    };
    club.close();
    club = await createClub({ own: { passwords: { ...passwords, verify } } });
    mia = club.member("mia");
    expect((await signIn(PASSWORD)).status).toBe(401);
  });

  test("signs in for 7 days", async () => {
    const { temporaryPassword } = await resetPassword(club.deps, OPERATOR, mia.user.id);
    club.setTime("2026-03-17T11:59:59Z");
    expect((await signIn(temporaryPassword)).status).toBe(200);
    club.setTime("2026-03-17T12:00:00Z");
    expect((await signIn(temporaryPassword)).status).toBe(401);
  });
});

describe("the list of sessions", () => {
  test("lists the member's sessions, marks this one, ends another", async () => {
    club.setTime("2026-03-10T13:00:00Z");
    const phoneSession = club.as(
      cookiesOf(
        await club.visitor.call(
          "POST",
          "/api/auth/login",
          { username: "mia", password: PASSWORD },
          { "user-agent": "Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0" },
        ),
      ),
    );
    const rows = await (await mia.call("GET", "/api/profile/sessions")).json();
    expect(rows.map(({ device, current }: { device: string; current: boolean }) => [device, current])).toEqual([
      ["Firefox on Android", false],
      ["Test browser", true],
    ]);
    expect((await mia.call("DELETE", `/api/profile/sessions/${rows[0].id}`)).status).toBe(204);
    expect((await phoneSession.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("doesn't end someone else's session", async () => {
    const otto = club.member("otto");
    const [row] = await (await otto.call("GET", "/api/profile/sessions")).json();
    expect((await mia.call("DELETE", `/api/profile/sessions/${row.id}`)).status).toBe(404);
    expect((await otto.call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("returns 404 for invalid ids (B02)", async () => {
    for (const id of ["0x10", "1e3", "-1", "9007199254740993", "%00", "abc"])
      expect((await mia.call("DELETE", `/api/profile/sessions/${id}`)).status).toBe(404);
  });
});
