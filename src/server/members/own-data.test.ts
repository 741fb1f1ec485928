import { describe, expect, test } from "bun:test";

import { unzipSync } from "fflate";

import { deleteUnreferencedFiles } from "#server/storage/stored-files.ts";
import { PASSWORD, type Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { multipart, MULTIPART_TYPE, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { everyTable } from "#tests/support/stored-rows.ts";

import { exportOwnData } from "./own-data.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const closeAccount = (who: Person, password = PASSWORD) =>
  who.call("DELETE", "/api/profile", { password, notes: "remove" });

test("exports every record and the photo, no secrets of others", async () => {
  const book = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  for (const who of [mia, ada]) {
    await who.call("POST", "/api/posts", { content: `Cheese from ${who.user.username}` });
    await who.call("POST", "/api/bookmarks", { bookId: book.id, currentTime: 5, note: "A boat" });
  }
  const photo = multipart([{ name: "photo", filename: "a.png", data: await png() }]);
  expect(MULTIPART_TYPE).toContain("multipart");
  expect((await sendForm(club, mia, "/api/profile/photo", photo)).status).toBe(200);
  const response = await mia.call("GET", "/api/profile/export");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const readRows = (name: string) => JSON.parse(new TextDecoder().decode(files[`${name}.json`]));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(["users.json", "posts.json", "bookmarks.json", "sessions.json", "photo.webp"]),
  );
  expect(readRows("users")).toMatchObject([{ username: "mia", email: "mia@example.org" }]);
  expect(readRows("posts")).toMatchObject([{ content: "Cheese from mia" }]);
  const text = Object.entries(files)
    .filter(([name]) => name.endsWith(".json"))
    .map(([, bytes]) => new TextDecoder().decode(bytes))
    .join();
  expect(text).not.toMatch(/argon2|token_hash|ada/);
});

test("exports an admin's actions, subjects only if their own", async () => {
  const book = { title: "Emma", author: "Jane Austen", month: "2026-03" };
  await jsonOf(ada.call("POST", "/api/books", book));
  await jsonOf(ada.call("PATCH", "/api/books/1", { title: "Emma!" }));
  await jsonOf(mia.call("POST", "/api/posts", { content: "Cheese" }));
  await jsonOf(ada.call("PATCH", "/api/profile", { displayName: "Ada Dean" }));
  await jsonOf(ada.call("PATCH", `/api/users/${mia.user.id}`, { isAdmin: true }));
  expect((await ada.call("DELETE", "/api/posts/1")).status).toBe(204);
  expect((await ada.call("DELETE", `/api/users/${mia.user.id}`)).status).toBe(204);
  const files = unzipSync(new Uint8Array(await (await ada.call("GET", "/api/profile/export")).arrayBuffer()));
  const auditEvents: { kind: string; subject: string; subject_id: number | null }[] = JSON.parse(
    new TextDecoder().decode(files["audit.json"]),
  );
  expect(auditEvents.map(({ kind, subject, subject_id: id }) => [kind, subject, id])).toEqual([
    ["book-created", "Emma", null],
    ["book-changed", "Emma!", null],
    ["member-renamed", "Ada Dean", ada.user.id],
    ["admin-made", "", null],
    ["post-removed", "", null],
    ["user-deleted", "", null],
  ]);
});

describe("deleting your own account", () => {
  test("removes everything of the member and signs them out", async () => {
    await mia.call("POST", "/api/posts", { content: "Cheese" });
    const response = await closeAccount(mia);
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie().join()).toContain("session=;");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    const { audit, users, ...others } = everyTable(club.db);
    expect(users).not.toMatch(/\bmia\b/);
    expect(audit).toContain("account-deleted");
    expect(JSON.stringify(others)).not.toContain("Cheese");
  });

  test(`deletes the notes about books or unlinks them`, async () => {
    const book = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
    const path = `/api/books/${book.id}/notes`;
    const otto = club.member("otto");
    for (const who of [mia, otto]) {
      const note = await jsonOf(who.call("POST", path, { text: `By ${who.user.username}`, fraction: 0 }));
      await who.call("POST", `/api/notes/${note.id}/replies`, { text: "And more" });
    }
    expect((await closeAccount(mia)).status).toBe(204);
    await otto.call("DELETE", "/api/profile", { password: PASSWORD, notes: "keep" });
    const { notes } = await jsonOf(ada.call("GET", path));
    const formerAuthor = { author: { id: null, displayName: "A former member", photoURL: null }, mine: false };
    expect(notes).toMatchObject([
      { text: "By otto", ...formerAuthor, replies: [{ text: "And more", ...formerAuthor }] },
    ]);
    expect(notes).toHaveLength(1);
  });

  test("requires the password, and counts wrong ones", async () => {
    for (let i = 0; i < 10; i += 1) expect((await closeAccount(mia, "wrong")).status).toBe(403);
    expect((await closeAccount(mia)).status).toBe(429);
    const change = { currentPassword: PASSWORD, newPassword: "another one entirely" };
    expect((await mia.call("POST", "/api/profile/password", change)).status).toBe(429);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("stops an export in progress instead of sending an empty file", async () => {
    const caller = { user: mia.user, sessionId: 0, token: "", access: "member", age: 0 } as const;
    const exportStream = exportOwnData(club.deps, caller);
    club.deps.stores.users.delete(mia.user.id);
    await expect(exportStream).rejects.toThrow("You are not signed in.");
  });

  test("ends an upload in progress, and no image stays", async () => {
    const form = multipart([{ name: "photo", filename: "a.png", data: await png() }]);
    expect((await sendForm(club, mia, "/api/profile/photo", form)).status).toBe(200);
    const middleIndex = form.length >> 1;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const pendingResponse = sendForm(club, mia, "/api/profile/photo", readable);
    await writer.write(form.subarray(0, middleIndex));
    expect((await closeAccount(mia)).status).toBe(204);
    await writer.write(form.subarray(middleIndex));
    await writer.close();
    expect((await pendingResponse).status).toBe(401);
    // a day after the files' modification times
    club.setTime(new Date(Date.now() + 2 * 86_400_000).toISOString());
    await deleteUnreferencedFiles(club.deps);
    expect((await club.deps.disk.list()).map(({ path }) => path)).toEqual([]);
  });

  test("isn't possible for the last admin", async () => {
    expect((await closeAccount(ada)).status).toBe(409);
    club.admin("otto");
    expect((await closeAccount(ada)).status).toBe(204);
  });
});
