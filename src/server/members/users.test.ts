import { expect, test } from "bun:test";

import type { PasswordReset, UserRow } from "#contract/users.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { PASSWORD, type Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const listUsers = async (query = ""): Promise<UserRow[]> => (await ada.call("GET", `/api/users${query}`)).json();
const resetPassword = async (): Promise<PasswordReset> =>
  (await ada.call("PATCH", `/api/users/${mia.user.id}/password-reset`)).json();
const signIn = (password: string) => club.signIn("mia", password);

test("lists the users without secrets to admins only", async () => {
  expect((await club.visitor.call("GET", "/api/users")).status).toBe(401);
  expect((await mia.call("GET", "/api/users")).status).toBe(403);
  const users = await listUsers();
  expect(users.map(({ username, isAdmin }) => `${username} ${isAdmin}`)).toEqual(["ada true", "mia false"]);
  expect(Object.keys(users[0] ?? {}).toSorted()).toEqual(
    ["createdAt", "displayName", "email", "id", "isAdmin", "photoURL", "username"].toSorted(),
  );
});

test("pages and searches the list by name or address", async () => {
  for (const name of ["Bob", "bea", "zoe"]) club.member(name);
  expect((await listUsers("?limit=2&offset=1")).map(({ username }) => username)).toEqual(["bea", "Bob"]);
  expect((await listUsers("?search=BO")).map(({ username }) => username)).toEqual(["Bob"]);
  expect((await listUsers("?search=zoe%40example")).map(({ username }) => username)).toEqual(["zoe"]);
  expect(await listUsers("?search=%25")).toEqual([]);
  const countTotal = async (query: string) =>
    (await ada.call("GET", `/api/users${query}`)).headers.get("X-Total-Count");
  expect(await countTotal("")).toBe("5");
  expect(await countTotal("?limit=2&offset=1")).toBe("5");
  expect(await countTotal("?limit=1&search=e")).toBe("5");
  expect(await countTotal("?search=BO")).toBe("1");
  for (const query of ["?limit=0", "?limit=0x10", "?limit=300", "?offset=-1", "?offset=1e3"])
    expect((await ada.call("GET", `/api/users${query}`)).status).toBe(422);
});

test("a search finds names in any alphabet, case and width", async () => {
  for (const name of ["Élise", "Ørjan", "СОНЯ"]) club.member(name);
  for (const term of ["élise", "ÉLI", "E\u0301lise", "ørJ", "соня"])
    expect((await listUsers(`?search=${encodeURIComponent(term)}`)).map(({ id }) => id)).toHaveLength(1);
  await mia.call("PATCH", "/api/profile", { displayName: "Zoë Å." });
  expect((await listUsers(`?search=${encodeURIComponent("ZOË å")}`)).map(({ username }) => username)).toEqual(["mia"]);
});

test("an admin deletes a user: posts, progress and sessions go too", async () => {
  await mia.call("POST", "/api/posts", { content: "Cheese" });
  const book = club.deps.stores.books.insert({ title: "Emma", author: "Austen", month: "2026-03" }, "2026-03-01");
  await mia.call("POST", "/api/audiobook-progress", { bookId: book.id, currentTime: 30 });
  expect((await mia.call("DELETE", `/api/users/${ada.user.id}`)).status).toBe(403);
  expect((await club.visitor.call("DELETE", `/api/users/${mia.user.id}`)).status).toBe(401);

  expect((await ada.call("DELETE", `/api/users/${mia.user.id}`)).status).toBe(204);
  expect((await mia.call("GET", "/api/posts")).status).toBe(401);
  expect(await (await ada.call("GET", "/api/posts")).json()).toEqual([]);
  expect(club.db.query("SELECT count(*) AS n FROM progress").get()).toEqual({ n: 0 });
  expect((await ada.call("DELETE", `/api/users/${mia.user.id}`)).status).toBe(404);
});

test("admins can't delete, demote or reset themselves", async () => {
  const ownPath = `/api/users/${ada.user.id}`;
  for (const response of [
    await ada.call("DELETE", ownPath),
    await ada.call("PATCH", ownPath, { isAdmin: false }),
    await ada.call("PATCH", `${ownPath}/password-reset`),
  ]) {
    expect(response.status).toBe(409);
    expect((await response.json()).message).toContain("your own");
  }
});

test("rejects the second of two resets at once", async () => {
  const bea = club.admin("bea");
  const path = `/api/users/${mia.user.id}/password-reset`;
  const responses = await Promise.all([ada.call("PATCH", path), bea.call("PATCH", path)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  for (const response of responses) {
    const { temporaryPassword, message } = await response.json();
    if (response.ok) expect((await signIn(temporaryPassword)).status).toBe(200);
    else expect(message).toBe("This password was just changed by someone else. Nothing was reset.");
  }
});

test("keeps one of two admins who delete each other (A11)", async () => {
  let lastAdmin = ada;
  for (let round = 0; round < 100; round += 1) {
    const otherAdmin = club.admin(`other-${round}`);
    const deleteOrDemote = (admin: Person, { user: { id } }: Person) =>
      round % 2 === 0
        ? admin.call("DELETE", `/api/users/${id}`)
        : admin.call("PATCH", `/api/users/${id}`, { isAdmin: false });
    const responses = await Promise.all([deleteOrDemote(lastAdmin, otherAdmin), deleteOrDemote(otherAdmin, lastAdmin)]);
    expect(club.deps.stores.users.countAdmins()).toBe(1);
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(responses.filter(({ status }) => [401, 403, 409].includes(status))).toHaveLength(1);
    lastAdmin = club.admin(`next-${round}`);
    for (const user of club.deps.stores.users.list())
      if (user.id !== lastAdmin.user.id) club.deps.stores.users.delete(user.id);
  }
});

test("promotes and demotes an admin from the next call on", async () => {
  const path = `/api/users/${mia.user.id}`;
  expect((await mia.call("PATCH", path, { isAdmin: true })).status).toBe(403);
  expect((await (await ada.call("PATCH", path, { isAdmin: true })).json()).isAdmin).toBe(true);
  expect((await mia.call("GET", "/api/users")).status).toBe(200);
  expect((await ada.call("PATCH", path, { isAdmin: false })).status).toBe(200);
  expect((await mia.call("GET", "/api/users")).status).toBe(403);
});

test("changes a role only by a boolean, nothing else", async () => {
  const path = `/api/users/${mia.user.id}`;
  for (const body of [{}, [], { isAdmin: "true" }, { isAdmin: [true] }, { isAdmin: 1 }, "null"])
    expect((await ada.call("PATCH", path, body)).status).toBe(422);
  await ada.call("PATCH", path, { isAdmin: false, id: 999, username: "root", createdAt: "1970" });
  expect((await listUsers("?search=mia"))[0]).toMatchObject({ id: mia.user.id, username: "mia" });
  expect((await mia.call("PATCH", "/api/profile", { displayName: "Mia", isAdmin: true })).status).toBeOneOf([200, 422]);
  expect((await mia.call("GET", "/api/users")).status).toBe(403);
});

test("an odd or unknown id is a 404", async () => {
  for (const id of ["0", "-1", "1e3", "0x10", "9007199254740993", "%00", "abc", "4711"]) {
    expect((await ada.call("DELETE", `/api/users/${id}`)).status).toBe(404);
    expect((await ada.call("PATCH", `/api/users/${id}/password-reset`)).status).toBe(404);
    expect((await ada.call("PATCH", `/api/users/${id}`, { isAdmin: true })).status).toBe(404);
  }
});

test("shows a reset's 20 characters once, and stores none", async () => {
  const response = await ada.call("PATCH", `/api/users/${mia.user.id}/password-reset`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { temporaryPassword, user }: PasswordReset = await response.json();
  expect(temporaryPassword).toHaveLength(20);
  expect(user).toEqual({ id: mia.user.id, username: "mia", displayName: "mia" });
  expect(club.logged.join("\n")).not.toContain(temporaryPassword);
  expect(Buffer.from(club.db.serialize()).includes(temporaryPassword)).toBe(false);
  expect(JSON.stringify([await listUsers(), await (await ada.call("GET", "/api/audit")).json()])).not.toContain(
    temporaryPassword,
  );
});

test("ends old sessions, signs in for 7 days, and reminds", async () => {
  const { temporaryPassword } = await resetPassword();
  expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  expect((await signIn(PASSWORD)).status).toBe(401);
  const signInResponse = await signIn(temporaryPassword);
  expect((await signInResponse.json()).passwordIsTemporary).toBe(true);
  const sameMember = club.as(cookiesOf(signInResponse));
  const change = { currentPassword: temporaryPassword, newPassword: "a password of my own" };
  expect((await (await sameMember.call("POST", "/api/profile/password", change)).json()).passwordIsTemporary).toBe(
    false,
  );
  club.setTime("2026-03-20T12:00:00Z");
  expect((await signIn("a password of my own")).status).toBe(200);
});

test("an unused reset password expires after 7 days", async () => {
  const { temporaryPassword } = await resetPassword();
  club.setTime("2026-03-17T11:59:00Z");
  expect((await signIn(temporaryPassword)).status).toBe(200);
  club.setTime("2026-03-17T12:01:00Z");
  expect((await signIn(temporaryPassword)).status).toBe(401);
});
