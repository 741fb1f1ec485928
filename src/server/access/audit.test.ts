import { expect, test } from "bun:test";

import { ACTIVITY_LIMIT, type AuditEntry } from "#contract/audit.ts";
import { createApp } from "#server/app.ts";
import { createAdmin } from "#server/members/accounts.ts";
import { resetPassword } from "#server/members/passwords.ts";
import { createClub, PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { SAMPLE_CALLS } from "#tests/support/sample-calls.ts";
import { partOf } from "#tests/support/tested-resources.ts";

import { OPERATOR } from "./caller.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const listEntries = async (query = ""): Promise<AuditEntry[]> => (await ada.call("GET", `/api/audit${query}`)).json();
const listLines = async () =>
  (await listEntries()).map(({ actor, kind, subject }) => `${actor} ${kind} ${subject}`.trim());

test("records each admin action with actor, action and time", async () => {
  await ada.call("PATCH", "/api/content", { welcomeMessage: "Hello", meetingTime: "19:00", meetingLocation: "" });
  await mia.call("POST", "/api/posts", { content: "Cheese" });
  await ada.call("DELETE", "/api/posts");
  await ada.call("POST", "/api/posts/restore");
  await ada.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" });
  await ada.call("PATCH", "/api/books/1", { title: "Emma!" });
  await ada.call("POST", "/api/invitations", { isAdmin: true });
  await ada.call("DELETE", "/api/invitations/1");
  await ada.call("PATCH", `/api/users/${mia.user.id}`, { isAdmin: true });
  await ada.call("PATCH", `/api/users/${mia.user.id}`, { isAdmin: false });
  await ada.call("PATCH", `/api/users/${mia.user.id}/password-reset`);
  await ada.call("DELETE", `/api/users/${mia.user.id}`);
  expect((await listLines()).toReversed()).toEqual([
    "ada content-changed welcomeMessage,meetingTime",
    "ada board-reset 1",
    "ada board-restored 1",
    "ada book-created Emma",
    "ada book-changed Emma!",
    "ada invitation-created admin",
    "ada invitation-revoked",
    "ada admin-made mia",
    "ada admin-unmade mia",
    "ada password-reset mia",
    "ada user-deleted mia",
  ]);
  expect((await listEntries())[0]?.at).toBe("2026-03-10T12:00:00.000Z");
});

test("names how each admin call that changes data is recorded", async () => {
  const calls = createApp(club.deps).routes.filter(
    ({ method, hooks }) =>
      !["GET", "HEAD", "OPTIONS"].includes(method) && /"(?:admin|host)"/.test(JSON.stringify(hooks.detail?.security)),
  );
  const documentedEvents = SAMPLE_CALLS.filter(
    ({ call, gets: [, member] }) => member === 403 && call in partOf("audit"),
  );
  expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    documentedEvents.map(({ call }) => call).toSorted(),
  );
});

test("records switching and testing email, delivered or not", async () => {
  const unreachableUrl = "http://127.0.0.1:9";
  const mailingClub = await createClub({
    environment: {
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      EMAIL_FROM: "club@example.org",
      AWS_ENDPOINT_URL_SES: unreachableUrl,
    },
  });
  const admin = mailingClub.admin();
  await admin.call("PATCH", "/api/email/config", { enabled: false });
  await admin.call("PATCH", "/api/email/config", { enabled: true });
  expect((await admin.call("POST", "/api/email/test", { email: "you@example.org" })).status).toBeGreaterThan(499);
  const writtenEntries: AuditEntry[] = await (await admin.call("GET", "/api/audit")).json();
  expect(writtenEntries.map(({ kind, subject }) => `${kind} ${subject}`.trim()).slice(0, 2)).toEqual([
    "email-tested you@example.org",
    "email-enabled",
  ]);
  mailingClub.close();
});

test("doesn't record actions that fail or change nothing", async () => {
  await ada.call("PATCH", "/api/content", { welcomeMessage: "" });
  await ada.call("DELETE", "/api/users/4711");
  await ada.call("DELETE", `/api/users/${ada.user.id}`);
  await ada.call("POST", "/api/posts/restore");
  await mia.call("DELETE", "/api/posts");
  await ada.call("PATCH", `/api/users/${mia.user.id}`, { isAdmin: false });
  expect(await listLines()).toEqual([]);
});

test("records no name for a change on the command line", async () => {
  await resetPassword(club.deps, OPERATOR, mia.user.id);
  await createAdmin(club.deps, { username: "ned", email: "ned@example.org", password: PASSWORD });
  expect(await listLines()).toEqual(["admin-made ned", "password-reset mia"]);
});

test("lists entries in pages, for admins only", async () => {
  for (const _ of Array.from({ length: 60 })) await ada.call("DELETE", "/api/posts");
  expect((await club.visitor.call("GET", "/api/audit")).status).toBe(401);
  expect((await mia.call("GET", "/api/audit")).status).toBe(403);
  expect(await listEntries()).toHaveLength(50);
  const newestEntries = await listEntries("?limit=10");
  expect((await listEntries(`?limit=299&before=${newestEntries.at(-1)?.id}`)).map(({ id }) => id)).toEqual(
    Array.from({ length: 50 }, (_, index) => 50 - index),
  );
  expect((await ada.call("GET", "/api/audit?before=0x1")).status).toBe(422);
});

test("limits a member to 50 entries a day, admins to none", async () => {
  const plan = { date: "2026-03-20", time: "19:00", location: "The cellar" };
  const { id } = await (await ada.call("POST", "/api/meetings", plan)).json();
  const host = `/api/meetings/${id}/host`;
  const errorStatuses = new Set<number>();
  for (let at = 0; at < 40; at += 1)
    for (const call of [
      () => mia.call("PUT", host, {}),
      () => mia.call("PATCH", `/api/meetings/${id}`, { location: `${at}` }),
      () => mia.call("DELETE", host),
      () => mia.call("PATCH", "/api/profile", { displayName: `mia ${at}` }),
    ]) {
      const { status } = await call();
      if (status !== 200) errorStatuses.add(status);
    }
  expect([...errorStatuses]).toEqual([429, 403]);
  expect((await listEntries("?limit=299")).filter(({ actorId }) => actorId === mia.user.id)).toHaveLength(
    ACTIVITY_LIMIT.max + 17,
  );
  for (let at = 0; at < 60; at += 1) expect((await ada.call("DELETE", "/api/posts")).status).toBeLessThan(300);
  expect((await ada.call("PATCH", `/api/meetings/${id}`, { location: "The attic" })).status).toBe(200);
  expect((await mia.call("DELETE", "/api/profile", { password: PASSWORD })).status).toBe(204);
});

test("keeps the actor's id, and logs a new name in its own entry", async () => {
  const otto = club.admin("otto");
  await otto.call("PATCH", "/api/profile", { displayName: "ada" });
  await otto.call("DELETE", `/api/users/${mia.user.id}`);
  await otto.call("PATCH", "/api/profile", { displayName: "otto" });
  await otto.call("PATCH", "/api/profile", { displayName: "otto" });
  expect(await listLines()).toEqual(["ada member-renamed otto", "ada user-deleted mia", "otto member-renamed ada"]);
  const writtenEntries = await listEntries();
  expect(writtenEntries.map(({ actorId, actorUsername }) => [actorId, actorUsername])).toEqual([
    [otto.user.id, "otto"],
    [otto.user.id, "otto"],
    [otto.user.id, "otto"],
  ]);
  expect(writtenEntries.map(({ subjectId }) => subjectId)).toEqual([otto.user.id, mia.user.id, otto.user.id]);
  await ada.call("DELETE", `/api/users/${otto.user.id}`);
  expect((await listEntries())[1]).toMatchObject({ actor: "ada", actorId: otto.user.id, actorUsername: null });
});

test("tells apart whose post, note or reply was deleted", async () => {
  await ada.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" });
  const namesakes = [mia, club.member("mia2")];
  for (const namesake of namesakes) {
    await namesake.call("PATCH", "/api/profile", { displayName: "Ann" });
    const post = await jsonOf(namesake.call("POST", "/api/posts", { content: "Cheese" }));
    const note = await jsonOf(namesake.call("POST", "/api/books/1/notes", { text: "Oh", fraction: 0 }));
    const reply = await jsonOf(namesake.call("POST", `/api/notes/${note.id}/replies`, { text: "Oh" }));
    for (const path of [`posts/${post.id}`, `replies/${reply.id}`, `notes/${note.id}`])
      expect((await ada.call("DELETE", `/api/${path}`)).status).toBe(204);
  }
  const removalEntries = (await listEntries()).filter(({ kind }) => kind.endsWith("-removed")).toReversed();
  expect(removalEntries.map(({ kind, subject, subjectUsername }) => `${kind} ${subject} ${subjectUsername}`)).toEqual(
    ["mia", "mia2"].flatMap((username) => ["post", "note", "note"].map((kind) => `${kind}-removed Ann ${username}`)),
  );
});

test("uploads and removals of files are recorded", async () => {
  await ada.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" });
  const send = async (kind: string, filename: string, data: Uint8Array) => {
    const form = multipart([
      { name: "bookId", data: "1" },
      { name: kind, filename, data },
    ]);
    expect((await sendForm(club, ada, `/api/upload/${kind}`, form)).status).toBe(201);
  };
  await send("ebook", "emma.epub", epub({ title: "Emma" }));
  await send("cover", "emma.png", await png());
  await ada.call("PATCH", "/api/books/1", { ebookFilename: null, coverImage: null });
  expect(await listLines()).toEqual([
    "ada ebook-removed Emma",
    "ada cover-removed Emma",
    "ada cover-uploaded Emma",
    "ada ebook-uploaded Emma",
    "ada book-created Emma",
  ]);
});
