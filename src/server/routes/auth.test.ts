import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { createInvitation } from "#server/services/invitations.ts";
import { openSetUp } from "#server/services/set-up.ts";
import { type Club, cookiesOf, createClub, PASSWORD } from "#tests/support/club.ts";

let club: Club;
beforeEach(async () => {
  club = await createClub();
});
afterEach(() => club.close());

const signIn = (username: string, password: string, headers = {}) =>
  club.visitor.call("POST", "/api/auth/login", { username, password }, headers);
const users = () => club.deps.stores.users.count();

describe("signing in", () => {
  test("answers the user and sets an HttpOnly session cookie whose token stands nowhere else", async () => {
    const { user } = club.member("mia");
    const response = await signIn("mia", PASSWORD);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(user);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = cookie?.match(/=([\w-]+)/)?.[1] ?? "";
    expect(text).not.toContain(token);
    expect(club.logged.join("\n")).not.toContain(token);
    expect(JSON.stringify(club.db.query("SELECT hex(token_hash) AS hash FROM sessions").all())).not.toContain(token);
  });

  test("uses a __Host- cookie with Secure when the public address is https", async () => {
    const secure = await createClub({ environment: { PUBLIC_URL: "https://club.example.org" } });
    secure.member("mia");
    const response = await secure.visitor.call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
    for (const cookie of response.headers.getSetCookie())
      expect(cookie).toMatch(
        /^__Host-(?:session|device)=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    expect(response.headers.get("strict-transport-security")).toContain("max-age=");
    const person = secure.as(cookiesOf(response));
    expect((await person.call("GET", "/api/auth/user")).status).toBe(200);
    secure.close();
  });

  test("refuses a wrong password, an unknown name and an expired reset in the same words (A01)", async () => {
    const { user } = club.member("mia");
    const wrong = await signIn("mia", "not it");
    const unknown = await signIn("nobody", PASSWORD);
    club.deps.stores.users.updatePassword(
      user.id,
      club.deps.stores.users.findCredentialsById(user.id)?.passwordHash ?? "",
      "2026-03-09T00:00:00.000Z",
    );
    const expired = await signIn("mia", PASSWORD);
    const names = (response: Response) => [...response.headers.keys()];
    for (const response of [wrong, unknown, expired]) {
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: "Invalid username or password" });
      expect(names(response)).toEqual(names(wrong));
    }
  });

  test("asks for what is missing in the spec's words", async () => {
    const response = await signIn("", "");
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      message: "Username is required",
      errors: [
        { path: "/username", message: "Username is required" },
        { path: "/password", message: "Password is required" },
      ],
    });
  });

  test("never repeats a password in an error", async () => {
    const response = await signIn("", "s3cret-s3cret");
    expect(await response.text()).not.toContain("s3cret");
  });

  test("does not mind case, width and outer spaces of the name", async () => {
    club.member("mia");
    for (const name of ["MIA", " mia ", "ｍｉａ"]) expect((await signIn(name, PASSWORD)).status).toBe(200);
  });

  test("answers 401, not 500, for a stored hash that is damaged (A10)", async () => {
    const { user } = club.member("mia");
    club.deps.stores.users.updatePassword(user.id, "$argon2id$v=19$damaged", null);
    expect((await signIn("mia", PASSWORD)).status).toBe(401);
  });

  test("gives a new token each time and ends the one that the browser held (S02)", async () => {
    const mia = club.member("mia");
    const again = await club.visitor.call(
      "POST",
      "/api/auth/login",
      { username: "mia", password: PASSWORD },
      { cookie: mia.cookie },
    );
    expect(cookiesOf(again)).not.toContain(mia.cookie);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    expect((await club.as(cookiesOf(again)).call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("ignores a session that somebody planted (S02)", async () => {
    club.member("mia");
    const planted = `session=${"A".repeat(43)}`;
    const response = await club.as(planted).call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
    expect(cookiesOf(response)).not.toContain(planted);
    expect((await club.as(planted).call("GET", "/api/auth/user")).status).toBe(401);
  });
});

describe("the sign-in limit", () => {
  const fail = async (times: number, name = "mia", headers = {}) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i += 1) statuses.push((await signIn(name, "wrong", headers)).status);
    return statuses;
  };

  test("makes the eleventh wrong try wait, under every spelling of the name (A04)", async () => {
    club.member("mia");
    expect(new Set(await fail(10))).toEqual(new Set([401]));
    for (const name of ["mia", "MIA ", "ｍｉａ"]) {
      const refused = await signIn(name, PASSWORD, { "x-forwarded-for": "203.0.113.7" });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("counts a burst in parallel", async () => {
    club.member("mia");
    const statuses = await Promise.all(Array.from({ length: 30 }, () => signIn("mia", "wrong")));
    expect(statuses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  });

  test("ends after at most 15 minutes and forgets a success's failures (A05)", async () => {
    club.member("mia");
    await fail(10);
    for (const minute of [1, 2, 4, 9, 17, 33]) {
      club.setTime(`2026-03-10T12:${String(minute).padStart(2, "0")}:00Z`);
      await fail(1);
    }
    const refused = await signIn("mia", PASSWORD);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    club.setTime("2026-03-10T12:48:01Z");
    expect((await signIn("mia", PASSWORD)).status).toBe(200);
    expect((await signIn("mia", "wrong")).status).toBe(401);
  });

  test("does not touch a live session or a browser that the member has used before (A05)", async () => {
    const mia = club.member("mia");
    const home = cookiesOf(await signIn("mia", PASSWORD));
    await fail(12);
    expect((await signIn("mia", PASSWORD)).status).toBe(429);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    expect((await signIn("mia", PASSWORD, { cookie: home })).status).toBe(200);
  });

  test("is lifted by an admin's reset", async () => {
    const mia = club.member("mia");
    await fail(10);
    club.db.run("DELETE FROM attempts WHERE key LIKE 'sign-in:address:%'");
    const { resetPassword } = await import("#server/services/accounts.ts");
    const { temporaryPassword } = await resetPassword(club.deps, mia.user.id);
    expect((await signIn("mia", temporaryPassword)).status).toBe(200);
  });
});

describe("registering", () => {
  const register = (change = {}) => club.visitor.call("POST", "/api/auth/register", club.registration(change));

  test("makes a member by a code, whatever its case and dashes, and signs them in", async () => {
    const { code } = createInvitation(club.deps, {});
    const response = await register({ invitationCode: ` ${code.toLowerCase().replaceAll("-", "")} ` });
    expect(response.status).toBe(201);
    const user = await response.json();
    expect(user).toMatchObject({ username: "nora", displayName: "nora", isAdmin: false, passwordIsTemporary: false });
    expect(await (await club.as(cookiesOf(response)).call("GET", "/api/auth/user")).json()).toEqual(user);
  });

  test("stores an argon2id hash of at least 19 MiB and two passes (A10)", async () => {
    await register();
    const row = club.db.query<{ hash: string }, []>("SELECT password_hash AS hash FROM users").get();
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("gives one answer for a wrong, used, expired and revoked code (A06)", async () => {
    const used = createInvitation(club.deps, {});
    expect((await register({ invitationCode: used.code })).status).toBe(201);
    const expired = createInvitation(club.deps, { expiresInDays: 1 });
    const revoked = createInvitation(club.deps, {});
    club.deps.stores.invitations.revoke(revoked.id, club.deps.clock.now().toISOString());
    club.setTime("2026-03-12T12:00:00Z");
    const bodies = new Set<string>();
    for (const invitationCode of ["0000-0000-0000-0000", used.code, expired.code, revoked.code]) {
      const response = await register({ username: "otto", email: "otto@example.org", invitationCode });
      expect(response.status).toBe(422);
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
    expect(users()).toBe(1);
  });

  test("makes exactly one account from 20 parallel uses of a single-use code (A06)", async () => {
    const { code } = createInvitation(club.deps, {});
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        register({ username: `n${i}`, email: `n${i}@example.org`, invitationCode: code }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(users()).toBe(1);
  });

  test("stops a guesser of codes after 20 in an hour (A06)", async () => {
    for (let i = 0; i < 20; i += 1) expect((await register({ invitationCode: `guess-${i}` })).status).toBe(422);
    const refused = await register();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("takes a name or an address once, in any case or width, and tells so only to holders of a code (A07)", async () => {
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
    const { code } = createInvitation(club.deps, {});
    await register({ username: "ann", invitationCode: code });
    expect((await register({ invitationCode: code })).status).toBe(201);
  });

  test("accepts passwords exactly as typed (A03)", async () => {
    for (const [index, password] of ["  sp  ", "x".repeat(64), "p".repeat(128), "🍷🧀🐭🍷🧀🐭", "nul\0nul"].entries()) {
      const name = `person${index}`;
      expect((await register({ username: name, email: `${name}@example.org`, password })).status).toBe(201);
      expect((await signIn(name, password)).status).toBe(200);
      expect((await signIn(name, password.trim() === password ? `${password} ` : password.trim())).status).toBe(401);
    }
  });

  test("refuses a short, an empty and an endless password before hashing it (A03)", async () => {
    for (const password of ["", "12345"]) {
      const response = await register({ password });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message: "Password must be at least 6 characters" });
    }
    expect((await register({ password: "x".repeat(1025) })).status).toBe(422);
    expect((await register({ password: "x".repeat(1_000_000) })).status).toBe(413);
  });

  test("refuses names that are no name (A07)", async () => {
    for (const username of ["", "   ", "a\u0000b", "two\nlines", "\u202Eevil", "x".repeat(65)])
      expect((await register({ username })).status).toBe(422);
    for (const [index, username] of ["<b>bold</b>", "..", "Ann O'Neil", "王"].entries())
      expect((await register({ username, email: `p${index}@example.org` })).status).toBe(201);
  });

  test("refuses addresses that are none", async () => {
    expect(await (await register({ email: "" })).json()).toMatchObject({ message: "Email is required" });
    for (const email of ["nora", "nora@", "a b@example.org", "nora@example.org\r\nBcc: x@example.org", "n@x"]) {
      const response = await register({ email });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message: "Invalid email address" });
    }
  });

  test("cannot be made to make an admin (A08)", async () => {
    const response = await register({ isAdmin: true, id: 99, createdAt: "x", ["__proto__"]: { isAdmin: true } });
    expect(await response.json()).toMatchObject({ id: 1, isAdmin: false });
  });

  test("honours a longer PASSWORD_MIN_LENGTH", async () => {
    const strict = await createClub({ environment: { PASSWORD_MIN_LENGTH: "12" } });
    const body = strict.registration({ password: "elevenchars" });
    const response = await strict.visitor.call("POST", "/api/auth/register", body);
    expect(await response.json()).toMatchObject({ message: "Password must be at least 12 characters" });
    strict.close();
  });
});

describe("the set-up link", () => {
  const person = { username: "ada", password: PASSWORD, email: "ada@example.org" };

  test("makes the first admin once, and never another (A12)", async () => {
    const code = openSetUp(club.deps);
    expect(await (await club.visitor.call("GET", "/api/club")).json()).toMatchObject({ setUpOpen: true });
    const made = await club.visitor.call("POST", "/api/auth/setup", { ...person, code });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ isAdmin: true });
    const second = { ...person, username: "eve", email: "eve@example.org", code };
    expect((await club.visitor.call("POST", "/api/auth/setup", second)).status).toBe(422);
    expect(openSetUp(club.deps)).toBeNull();
    expect(await (await club.visitor.call("GET", "/api/club")).json()).toMatchObject({ setUpOpen: false });
  });

  test("is good for 24 hours, and an older one is replaced by the next start", async () => {
    const first = openSetUp(club.deps);
    const second = openSetUp(club.deps);
    expect((await club.visitor.call("POST", "/api/auth/setup", { ...person, code: first })).status).toBe(422);
    club.setTime("2026-03-11T12:00:01Z");
    expect((await club.visitor.call("POST", "/api/auth/setup", { ...person, code: second })).status).toBe(422);
    expect(users()).toBe(0);
  });
});

describe("a session", () => {
  test("ends 30 days after its last use and slides while it is used (S05)", async () => {
    const mia = club.member("mia");
    club.setTime("2026-04-09T11:00:00Z");
    const used = await mia.call("GET", "/api/auth/user");
    expect(used.status).toBe(200);
    expect(cookiesOf(used)).toBe(mia.cookie);
    club.setTime("2026-05-09T10:59:59Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    club.setTime("2026-06-08T10:59:59Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("ends after 180 days however much it is used (S05)", async () => {
    const mia = club.member("mia");
    for (let day = 20; day < 180; day += 20) {
      club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + day * 86_400_000).toISOString());
      expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    }
    club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + 180 * 86_400_000).toISOString());
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("survives a clock that is set back an hour (S05)", async () => {
    const mia = club.member("mia");
    club.setTime("2026-03-10T11:00:00Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("is over after signing out, and signing out twice is no error (S03)", async () => {
    const mia = club.member("mia");
    const out = await mia.call("POST", "/api/auth/logout");
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
    expect((await mia.call("POST", "/api/auth/logout")).status).toBe(204);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("is over at once when its user is gone (S04)", async () => {
    const mia = club.member("mia");
    club.deps.stores.users.remove(mia.user.id);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("is not found under cookies that are no token", async () => {
    for (const value of ["", "1", "null", '{"a":1}', "'; DROP TABLE sessions; --", "%00", "a".repeat(5000)])
      expect((await club.as(`session=${value}`).call("GET", "/api/auth/user")).status).toBe(401);
  });
});
