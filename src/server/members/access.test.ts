import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { cookiesOf } from "#tests/support/api-client.ts";
import { PASSWORD, type Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMailClub } from "#tests/support/mail-club.ts";
import { until } from "#tests/support/poll-until.ts";

const NEW_PASSWORD = "another one entirely";

let club: Awaited<ReturnType<typeof createMailClub>>;
let mia: Person;
beforeEach(async () => {
  club = await createMailClub({ members: 0 });
  mia = club.member("mia");
});
afterEach(async () => {
  await club.quiet();
  club.close();
});

const requestReset = (email: string, headers = {}) => club.visitor.call("POST", "/api/auth/forgot", { email }, headers);
const resetPassword = (token: string, password = NEW_PASSWORD) =>
  club.visitor.call("POST", "/api/auth/reset", { token, password });
const tokenOf = (url: string) => new URL(url).searchParams.get("reset") ?? "";
/** The token in the last mail. */
const requestMailedToken = async () => {
  await club.quiet();
  return /\/auth\?reset=3D([\w-]{43})/.exec(club.ses.accepted.at(-1)?.raw.replaceAll(/=\r?\n/g, "") ?? "")?.[1] ?? "";
};

describe("a forgotten password", () => {
  test("is reset by a mail's link, which works once", async () => {
    expect((await requestReset(" MIA@example.org ")).status).toBe(202);
    const token = await requestMailedToken();
    expect(token).not.toBe("");
    expect(club.reached()).toEqual(["mia@example.org"]);
    expect(club.db.serialize().includes(token)).toBe(false);
    const response = await resetPassword(token);
    expect([response.status, response.headers.getSetCookie()]).toEqual([204, []]);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(401);
    expect((await club.signIn("mia", NEW_PASSWORD)).status).toBe(200);
    expect((await resetPassword(token, "a third one")).status).toBe(404);
    expect(club.logged.join()).not.toContain(token);
  });

  test("returns the same for every address, 422 for an invalid one", async () => {
    const responses = await Promise.all(["mia@example.org", "nobody@example.org"].map((email) => requestReset(email)));
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    for (const email of ["", "mia", "mia@"]) expect((await requestReset(email)).status).toBe(422);
    await club.quiet();
    expect(club.reached()).toEqual(["mia@example.org"]);
  });

  test("returns the same while mail is off, and sends nothing later", async () => {
    club.deps.stores.email.enable(false, "2026-12-01T13:00:00.000Z");
    expect((await requestReset("mia@example.org")).status).toBe(202);
    club.deps.stores.email.enable(true, "2026-12-01T14:00:00.000Z");
    await club.deliver();
    expect(club.reached()).toEqual([]);
  });

  test("sends a mail per address in 15 minutes, 20 calls an hour", async () => {
    const statuses = new Set<number>();
    for (let call = 0; call < 100; call += 1) statuses.add((await requestReset("mia@example.org")).status);
    expect([...statuses]).toEqual([202, 429]);
    await club.quiet();
    expect(club.reached()).toEqual(["mia@example.org"]);
    club.setTime("2026-12-01T15:01:00Z");
    expect((await requestReset("mia@example.org")).status).toBe(202);
    await club.quiet();
    expect(club.reached()).toHaveLength(2);
  });

  test("keeps the link after a short password, one hour in all", async () => {
    await requestReset("mia@example.org");
    const token = await requestMailedToken();
    expect((await resetPassword(token, "short")).status).toBe(422);
    club.setTime("2026-12-01T15:00:01Z");
    const lateResponse = await resetPassword(token);
    expect([lateResponse.status, await lateResponse.text()]).toEqual([404, await (await resetPassword("x")).text()]);
  });

  test("keeps the link valid after a mail scanner opened it", async () => {
    await requestReset("mia@example.org");
    const token = await requestMailedToken();
    for (const method of ["HEAD", "GET", "GET"])
      expect((await club.visitor.call(method, `/auth?reset=${token}`)).headers.get("referrer-policy")).toBe(
        "strict-origin",
      );
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    expect((await resetPassword(token)).status).toBe(204);
  });

  test("has no link that outlives its email address", async () => {
    await requestReset("mia@example.org");
    const token = await requestMailedToken();
    await mia.call("PATCH", "/api/profile", { displayName: "Mia", email: "mia@example.org" });
    await mia.call("PATCH", "/api/profile", { email: "new@example.org" });
    expect((await resetPassword(token)).status).toBe(404);
  });

  test("notifies the former address once an hour when it changes", async () => {
    const changeAddress = (email: string) => mia.call("PATCH", "/api/profile", { email });
    await changeAddress("mia@example.org");
    await changeAddress("thief@example.org");
    await changeAddress("second@example.org");
    await until(() => club.ses.accepted.length > 0);
    expect(club.reached()).toEqual(["mia@example.org"]);
    club.setTime("2026-12-01T15:00:01Z");
    await changeAddress("third@example.org");
    await until(() => club.ses.accepted.length > 1);
    expect(club.reached()).toEqual(["mia@example.org", "second@example.org"]);
    expect(club.ses.accepted[0]?.raw).toContain("Your email address has changed");
  });

  test("notifies the former address later when mail is down", async () => {
    club.ses.treat(() => ({ kind: "error", status: 403, code: "InvalidClientTokenId" }));
    await mia.call("PATCH", "/api/profile", { email: "mia@example.org" });
    await mia.call("PATCH", "/api/profile", { email: "thief@example.org" });
    const listOutbox = () => club.deps.stores.outbox.list("2026-12", {});
    await until(() => listOutbox().some(({ reason }) => reason !== ""));
    expect(listOutbox()).toMatchObject([{ kind: "address-changed", state: "queued", email: "mia@example.org" }]);
    club.ses.treat(() => ({ kind: "ok" }));
    await club.deliver();
    expect(club.reached()).toEqual(["mia@example.org"]);
  });

  test("keeps earlier links valid until one of them is used", async () => {
    await requestReset("mia@example.org");
    const firstToken = await requestMailedToken();
    club.setTime("2026-12-01T14:16:00Z");
    await requestReset("mia@example.org");
    const secondToken = await requestMailedToken();
    expect(secondToken).not.toBe(firstToken);
    expect((await resetPassword(firstToken)).status).toBe(204);
    expect((await resetPassword(secondToken, "a third one")).status).toBe(404);
  });

  test("rejects a truncated link, and a token for something else", async () => {
    await requestReset("mia@example.org");
    const token = await requestMailedToken();
    const { code } = await jsonOf(mia.call("POST", "/api/auth/device"));
    const { url } = await jsonOf(mia.call("POST", "/api/profile/calendar"));
    const calendarToken = /calendar\/([\w-]+)\.ics/.exec(url)?.[1] ?? "";
    const sessionToken = mia.cookie.replace("session=", "");
    const responses = await Promise.all(
      [token.slice(0, -1), token.slice(1), `${token}.`, token.toUpperCase(), code, calendarToken, sessionToken].map(
        (wrongToken) => resetPassword(wrongToken),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    expect((await club.visitor.call("POST", "/api/auth/device/use", { code: token.slice(0, 40) })).status).toBe(404);
    expect((await resetPassword(token)).status).toBe(204);
  });

  test("works for one of two simultaneous users", async () => {
    await requestReset("mia@example.org");
    const token = await requestMailedToken();
    const responses = await Promise.all([resetPassword(token), resetPassword(token, "a third one")]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });
});

describe("an admin's reset link", () => {
  const requestResetLink = (admin: Person, id = mia.user.id) => admin.call("POST", `/api/users/${id}/reset-link`);

  test("signs nobody out until it's used, and is recorded", async () => {
    const { url, expiresAt } = await jsonOf(requestResetLink(club.chief));
    expect(expiresAt).toBe("2026-12-01T15:00:00.000Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    expect((await resetPassword(tokenOf(url))).status).toBe(204);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    expect((await jsonOf(club.chief.call("GET", "/api/audit")))[0]).toMatchObject({
      kind: "reset-link-created",
      subject: "mia",
      subjectId: mia.user.id,
    });
  });

  test("is made by admins, for other members", async () => {
    expect((await requestResetLink(mia)).status).toBe(403);
    expect((await requestResetLink(club.chief, club.chief.user.id)).status).toBe(409);
    expect((await requestResetLink(club.chief, 4711)).status).toBe(404);
  });

  const revocations: Record<string, (otto: Person) => Promise<unknown>> = {
    "the admin's reset of the password": () => club.chief.call("PATCH", `/api/users/${mia.user.id}/password-reset`),
    "the demotion of its maker": ({ user }) => club.chief.call("PATCH", `/api/users/${user.id}`, { isAdmin: false }),
    "the deletion of its maker": ({ user }) => club.chief.call("DELETE", `/api/users/${user.id}`),
    "a new password of the member's own": () =>
      mia.call("POST", "/api/profile/password", { currentPassword: PASSWORD, newPassword: "my own choice" }),
  };
  test.each(Object.entries(revocations))("ends with %s", async (_name, endResetLink) => {
    const otto = club.admin("otto");
    const { url } = await jsonOf(requestResetLink(otto));
    await endResetLink(otto);
    expect((await resetPassword(tokenOf(url))).status).toBe(404);
  });
});

describe("another device", () => {
  const createResetLink = (): Promise<{ code: string; url: string; expiresAt: string }> =>
    jsonOf(mia.call("POST", "/api/auth/device"));
  const lookUpCode = (code: string) => club.visitor.call("POST", "/api/auth/device/look", { code });
  const useCode = (code: string) => club.visitor.call("POST", "/api/auth/device/use", { code });

  test("signs in with a code after showing whose it is", async () => {
    const { code, url, expiresAt } = await createResetLink();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect([url.endsWith(`/auth#device=${code}`), expiresAt]).toEqual([true, "2026-12-01T14:05:00.000Z"]);
    expect(await jsonOf(lookUpCode(code))).toEqual({ user: { displayName: "mia", photoURL: null } });
    const response = await useCode(` ${code.toLowerCase().replace("-", "")} `);
    expect(await response.json()).toMatchObject({ username: "mia" });
    const phoneSession = club.as(cookiesOf(response));
    expect(await jsonOf(phoneSession.call("GET", "/api/profile/sessions"))).toHaveLength(2);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    expect(club.logged.join()).not.toContain(code);
  });

  test("returns the same for used, expired and unknown codes", async () => {
    const { code } = await createResetLink();
    expect((await useCode(code)).status).toBe(200);
    const expiredToken = await createResetLink();
    club.setTime("2026-12-01T14:05:00Z");
    const responses = await Promise.all([
      lookUpCode(code),
      useCode(code),
      lookUpCode(expiredToken.code),
      useCode(expiredToken.code),
      lookUpCode("AAAA-AAAA"),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
  });

  test("has one code per member at a time", async () => {
    const [firstLink, secondLink] = [await createResetLink(), await createResetLink()];
    expect([(await lookUpCode(firstLink.code)).status, (await lookUpCode(secondLink.code)).status]).toEqual([404, 200]);
  });

  test("of two simultaneous uses of a code, accepts one", async () => {
    const { code } = await createResetLink();
    const responses = await Promise.all([useCode(code), useCode(code)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  const revocations: Record<string, () => Promise<unknown>> = {
    "a sign-out": () => mia.call("POST", "/api/auth/logout"),
    "a new password": () =>
      mia.call("POST", "/api/profile/password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    "the deletion of its maker": () => club.chief.call("DELETE", `/api/users/${mia.user.id}`),
  };
  test.each(Object.entries(revocations))("can't sign in after %s", async (_name, endResetLink) => {
    const { code } = await createResetLink();
    await endResetLink();
    expect((await useCode(code)).status).toBe(404);
  });

  test("can't be guessed: 20 wrong codes an hour are allowed", async () => {
    for (let guess = 0; guess < 20; guess += 1) await useCode(`AAAA-00${guess}`);
    const { code } = await createResetLink();
    expect((await useCode(code)).status).toBe(429);
  });
});
