import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { createPasswords } from "#server/adapters/passwords.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { type Club, createClub } from "#tests/support/club.ts";

import { createInvitation } from "./invitations.ts";

let club: Club;
beforeEach(async () => {
  club = await createClub();
});
afterEach(() => club.close());

const countUsers = () => club.deps.stores.users.list().length;

describe("registering", () => {
  const register = (change = {}) => club.visitor.call("POST", "/api/auth/register", club.registration(change));

  test("accepts a code in any case or grouping, and signs in", async () => {
    const { code } = createInvitation(club.deps, OPERATOR, {});
    const response = await register({ invitationCode: ` ${code.toLowerCase().replaceAll("-", "")} ` });
    expect(response.status).toBe(201);
    const user = await response.json();
    expect(user).toMatchObject({ username: "nora", displayName: "nora", isAdmin: false, passwordIsTemporary: false });
    expect(await (await club.as(cookiesOf(response)).call("GET", "/api/auth/user")).json()).toEqual(user);
  });

  test("stores argon2id of at least 19 MiB and two passes (A10)", async () => {
    club.close();
    club = await createClub({ own: { passwords: createPasswords(club.deps.log) } });
    await register();
    const row = club.db.query<{ hash: string }, []>("SELECT password_hash AS hash FROM users").get();
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("answers the same for wrong, used and expired codes (A06)", async () => {
    const usedInvitation = createInvitation(club.deps, OPERATOR, {});
    expect((await register({ invitationCode: usedInvitation.code })).status).toBe(201);
    const expiredInvitation = createInvitation(club.deps, OPERATOR, { expiresInDays: 1 });
    const revokedInvitation = createInvitation(club.deps, OPERATOR, {});
    club.deps.stores.invitations.revoke(revokedInvitation.id, club.deps.clock.now().toISOString());
    club.setTime("2026-03-12T12:00:00Z");
    const bodies = new Set<string>();
    for (const invitationCode of [
      "0000-0000-0000-0000",
      usedInvitation.code,
      expiredInvitation.code,
      revokedInvitation.code,
    ]) {
      const response = await register({ username: "otto", email: "otto@example.org", invitationCode });
      expect(response.status).toBe(422);
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
    expect(countUsers()).toBe(1);
  });

  test("creates one account from 50 parallel uses of a code (A06)", async () => {
    const { code } = createInvitation(club.deps, OPERATOR, {});
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        register({ username: `n${i}`, email: `n${i}@example.org`, invitationCode: code }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(countUsers()).toBe(1);
  });

  test("allows 20 codes an hour, even if the next is right (A06)", async () => {
    const validRegistration = club.registration();
    const statuses = new Map<number, number>();
    for (let guess = 0; guess < 1000; guess += 1) {
      const { status } = await register({ invitationCode: `guess-${guess}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [422, 20],
      [429, 980],
    ]);
    const refusedResponse = await register(validRegistration);
    expect(refusedResponse.status).toBe(429);
    expect(Number(refusedResponse.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(countUsers()).toBe(0);
  });

  test("asks for a missing code (A06)", async () => {
    for (const invitationCode of ["", "   ", "----"]) {
      const response = await register({ invitationCode });
      expect(response.status).toBe(422);
      expect((await response.json()).errors).toMatchObject([{ path: "/invitationCode" }]);
    }
  });

  test("allows a name or address once in any case or width (A07)", async () => {
    club.member("ann");
    for (const username of ["Ann", " ann ", "ａｎｎ"]) {
      const response = await register({ username });
      expect(response.status).toBe(409);
      const message = "That username is already taken. Please choose another.";
      expect(await response.json()).toEqual({ message, errors: [{ path: "/username", message }] });
    }
    const response = await register({ email: "ANN@example.org" });
    expect(response.status).toBe(409);
    expect((await response.json()).errors).toMatchObject([{ path: "/email" }]);
    expect((await register({ username: "ann", invitationCode: "wrong" })).status).toBe(422);
  });

  test("does not use up the code when the name is taken", async () => {
    club.member("ann");
    const { code } = createInvitation(club.deps, OPERATOR, {});
    await register({ username: "ann", invitationCode: code });
    expect((await register({ invitationCode: code })).status).toBe(201);
  });

  test("accepts passwords exactly as typed (A03)", async () => {
    for (const [index, password] of [
      "  sp  ",
      "sixsix",
      "x".repeat(64),
      "y".repeat(128),
      "p".repeat(257),
      "🍷🧀🐭🍷🧀🐭",
      "nul\0nul",
    ].entries()) {
      const name = `person${index}`;
      expect((await register({ username: name, email: `${name}@example.org`, password })).status).toBe(201);
      expect((await club.signIn(name, password)).status).toBe(200);
      expect((await club.signIn(name, password.trim() === password ? `${password} ` : password.trim())).status).toBe(
        401,
      );
    }
  });

  test("doesn't normalize passwords, accepts 1,024 characters (A03)", async () => {
    const composedPassword = `caf\u00E9${"x".repeat(1020)}`;
    expect((await register({ password: composedPassword })).status).toBe(201);
    expect((await club.signIn("nora", composedPassword)).status).toBe(200);
    expect((await club.signIn("nora", `${composedPassword.slice(0, -1)}y`)).status).toBe(401);
    expect((await club.signIn("nora", composedPassword.normalize("NFD").slice(0, 1024))).status).toBe(401);
  });

  test("rejects short and endless passwords before hashing (A03)", async () => {
    for (const password of ["", "12345"]) {
      const response = await register({ password });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message: "Password must be at least 6 characters" });
    }
    expect((await register({ password: "x".repeat(1025) })).status).toBe(422);
    expect((await register({ password: "x".repeat(1_000_000) })).status).toBe(413);
  });

  test("rejects invalid names (A07)", async () => {
    for (const username of ["", "   ", "a\u0000b", "two\nlines", "e\u202Evil", "x".repeat(65)])
      expect((await register({ username })).status).toBe(422);
    for (const [index, username] of ["<b>bold</b>", "..", "Ann O'Neil", "王"].entries())
      expect((await register({ username, email: `p${index}@example.org` })).status).toBe(201);
  });

  test("rejects names with invisible characters", async () => {
    const invisibleNames = ["mi\u200Ba", "mi\u2060a", "m\u00ADia", "mia\uFE0F", "\u3164", "\u2800", "\u{E0041}mia"];
    expect((await register({ username: "\u200B" })).status).toBe(422);
    for (const username of invisibleNames) {
      expect([username, (await register({ username })).status]).toEqual([username, 422]);
      expect([username, (await register({ displayName: username })).status]).toEqual([username, 422]);
    }
    const visibleNames = ["Ann ❤️", "👩‍🍳 Mia", "می‌خواهم", "Ærø 王", "1️⃣"];
    for (const [index, displayName] of visibleNames.entries())
      expect((await register({ displayName, username: `p${index}`, email: `p${index}@example.org` })).status).toBe(201);
  });

  test.each([
    ["İrem", ["İrem", "irem", "IREM", "i\u0307rem", "ırem"]],
    ["Işıl", ["Işıl", "IŞIL", "ışıl", "işil"]],
    ["Νίκος", ["νίκος", "ΝΙΚΟΣ", "Νικος", "ΝΊΚΟΣ", "Νι\u0301κος"]],
    ["علی\u200cرضا", ["علی\u200cرضا", "علیرضا", "علي\u200cرضا"]],
    ["Straße", ["STRASSE", "strasse", "straße"]],
    ["Żółw", ["żółw", "Z\u0307o\u0301łw"]],
    ["O’Brien", ["o'brien", "O‘BRIEN", "oʼbrien"]],
    ["Ann ❤️", ["ann ❤", "Ann ❤\uFE0E"]],
    ["1️⃣ Mia", ["1\u20E3 mia"]],
    ["辻\u{E0100}さん", ["辻さん", "辻\uFE00さん"]],
    ["ᠠ\u180B", ["ᠠ", "ᠠ\u180C"]],
  ])("lets %s register, and sign in as any keyboard writes it", async (username, typedPassword) => {
    expect((await register({ username, password: "Merlot & mystery" })).status).toBe(201);
    for (const name of [username, ...typedPassword, `\u200e${username}\u200e`])
      expect([name, (await club.signIn(name, "Merlot & mystery")).status]).toEqual([name, 200]);
    for (const [index, name] of typedPassword.entries())
      expect((await register({ username: name, email: `other${index}@example.org` })).status).toBe(409);
  });

  test("accepts a non-ASCII domain once in both forms", async () => {
    expect((await register({ username: "ann", email: "ann@bücher.example" })).status).toBe(201);
    for (const email of ["ann@xn--bcher-kva.example", "ANN@BÜCHER.example"])
      expect((await register({ username: "eve", email })).status).toBe(409);
    for (const email of ["ann@bücher", "ann@bü cher.example", "ann@-bücher.example", "änn@bücher.example"])
      expect((await register({ username: "eve", email })).status).toBe(422);
  });

  test("rejects only lookalikes of members' names", async () => {
    club.member("sophia");
    club.member("паша");
    for (const username of ["ѕорhіа", "sорhia", "SΟPΗΙΑ", "s\u0585phia", "sophıa"]) {
      const response = await register({ username });
      expect([username, response.status]).toEqual([username, 409]);
      expect((await response.json()).errors).toMatchObject([{ path: "/username" }]);
    }
    for (const displayName of ["ѕорhia", "Sophіa"]) expect((await register({ displayName })).status).toBe(409);
    for (const [index, username] of ["соня", "Σοφία", "sophie", "паша2"].entries())
      expect((await register({ username, email: `p${index}@example.org` })).status).toBe(201);
  });

  test("uses the username where no display name is given", async () => {
    for (const [index, displayName] of ["", "   ", undefined].entries()) {
      const username = `nora${index}`;
      const response = await register({ username, displayName, email: `${username}@example.org` });
      expect(await response.json()).toMatchObject({ username, displayName: username });
    }
  });

  test("rejects invalid addresses", async () => {
    expect(await (await register({ email: "" })).json()).toMatchObject({ message: "Email is required" });
    for (const email of ["nora", "nora@", "a b@example.org", "nora@example.org\r\nBcc: x@example.org", "n@x"]) {
      const response = await register({ email });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message: "Invalid email address" });
    }
  });

  test("can't create an admin (A08)", async () => {
    const response = await register({ isAdmin: true, id: 99, createdAt: "x", ["__proto__"]: { isAdmin: true } });
    expect(await response.json()).toMatchObject({ id: 1, isAdmin: false });
  });

  test("accepts only text, and stores nothing otherwise (A08)", async () => {
    const code = club.registration().invitationCode;
    for (const field of ["username", "password", "displayName", "email", "invitationCode"])
      for (const value of [["nora"], { $ne: "" }, 7, true, null]) {
        const response = await register({ invitationCode: code, [field]: value });
        expect([field, value, response.status]).toEqual([field, value, 422]);
      }
    expect(countUsers()).toBe(0);
    expect((await register({ invitationCode: code })).status).toBe(201);
  });

  test("honors a longer PASSWORD_MIN_LENGTH", async () => {
    const strictClub = await createClub({ environment: { PASSWORD_MIN_LENGTH: "12" } });
    const body = strictClub.registration({ password: "elevenchars" });
    const response = await strictClub.visitor.call("POST", "/api/auth/register", body);
    expect(await response.json()).toMatchObject({ message: "Password must be at least 12 characters" });
    strictClub.close();
  });
});
