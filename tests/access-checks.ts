import { expect } from "bun:test";

import type { World } from "./support/access-world.ts";
import { cookiesOf, createClub, PASSWORD, type Person } from "./support/club.ts";
import { sendForm } from "./support/forms.ts";
import { jsonOf } from "./support/json.ts";

/** What holds for a call beyond who may make it, by the words that the matrix has for it. */
export const CHECKS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  "no hash and no session id": async ({ member }) => {
    expect(Object.keys(await jsonOf(member.call("GET", "/api/auth/user"))).toSorted()).toEqual(
      ["displayName", "email", "id", "isAdmin", "passwordIsTemporary", "photoURL", "username"].toSorted(),
    );
  },
  "a new session, and the end of the old one": async ({ club, member }) => {
    const answer = await member.call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
    const again = club.as(cookiesOf(answer));
    expect(cookiesOf(answer)).not.toContain(member.cookie);
    expect((await again.call("GET", "/api/auth/user")).status).toBe(200);
    expect((await member.call("GET", "/api/auth/user")).status).toBe(401);
  },
  "the role never comes from the body": async ({ club, registration }) => {
    const asked = { ...registration(), isAdmin: true, id: 1, role: "admin" };
    const { id, isAdmin } = await jsonOf(club.visitor.call("POST", "/api/auth/register", asked));
    expect([isAdmin, club.deps.stores.users.find(id)?.isAdmin]).toEqual([false, false]);
  },
  "no second first admin": async ({ club }) => {
    const before = club.deps.stores.users.countAdmins();
    const asked = { code: "0000-0000-0000-0000", username: "eve", password: PASSWORD, email: "eve@example.org" };
    expect((await club.visitor.call("POST", "/api/auth/setup", asked)).status).toBe(422);
    expect(club.deps.stores.users.countAdmins()).toBe(before);
  },
  "the listed fields alone": async ({ member }) => {
    const [post] = await jsonOf(member.call("GET", "/api/posts"));
    expect([Object.keys(post), Object.keys(post.user)]).toEqual([
      ["id", "content", "createdAt", "user", "mine", "editedAt", "meetingId", "needId"],
      ["displayName", "photoURL"],
    ]);
  },
  "nobody else's post": async ({ member, other, admin, post }) => {
    const id = await post(other);
    expect((await member.call("PATCH", `/api/posts/${id}`, { content: "Mine" })).status).toBe(403);
    expect((await admin.call("PATCH", `/api/posts/${id}`, { content: "Mine" })).status).toBe(403);
    expect((await member.call("DELETE", `/api/posts/${id}`)).status).toBe(403);
    expect((await admin.call("DELETE", `/api/posts/${id}`)).status).toBe(204);
  },
  "the author comes from the session": async ({ member, other }) => {
    const asked = { content: "Cheese", userId: other.user.id, user: { displayName: "otto" }, author: "otto" };
    const post = await jsonOf(member.call("POST", `/api/posts?userId=${other.user.id}`, asked));
    expect(post.user.displayName).toBe("mia");
  },
  "the board stands after a refusal": async ({ club, member }) => {
    const before = club.deps.stores.posts.count();
    expect((await member.call("DELETE", "/api/posts")).status).toBe(403);
    expect((await club.visitor.call("DELETE", "/api/posts")).status).toBe(401);
    expect(club.deps.stores.posts.count()).toBe(before);
  },
  "the known fields alone": async ({ admin }) => {
    const known = Object.keys(await jsonOf(admin.call("GET", "/api/content")));
    const asked = { id: 7, isAdmin: true, updatedAt: "1970", clubName: "x" };
    expect((await admin.call("PATCH", "/api/content", asked)).status).toBe(422);
    expect(Object.keys(await jsonOf(admin.call("PATCH", "/api/content", { ...asked, welcomeMessage: "x" })))).toEqual(
      known,
    );
  },
  "no path of the disk": async ({ club, member, files }) => {
    await files();
    const text = JSON.stringify(await jsonOf(member.call("GET", "/api/books/current")));
    expect(text).toContain("a.m4b");
    expect(text).not.toMatch(/books\/\d|sha256/);
    expect(text).not.toContain(club.config.storageDir);
  },
  "unknown is told after the role": async ({ member, admin }) => {
    const change = (who: Person) => who.call("PATCH", "/api/books/4711", { title: "x" });
    expect([(await change(member)).status, (await change(admin)).status]).toEqual([403, 404]);
  },
  "asks outside for admins alone": async ({ club, member, admin, isbn, traces }) => {
    for (const who of [club.visitor, member]) await who.call("GET", `/api/books/isbn/${isbn}`);
    expect(traces().asked).toBe(0);
    await admin.call("GET", `/api/books/isbn/${isbn}`);
    expect(traces().asked).toBeGreaterThan(0);
  },
  "each kind, and no other": async ({ club, member, admin, form }) => {
    for (const kind of ["ebook", "audiobook", "cover"] as const) {
      const { bytes } = await form(kind);
      const send = async (cookie: string) => (await sendForm(club, { cookie }, `/api/upload/${kind}`, bytes)).status;
      expect([await send(""), await send(member.cookie), await send(admin.cookie)]).toEqual([401, 403, 201]);
    }
    const { bytes } = await form("ebook");
    for (const kind of ["other", "..", "ebook%2f", "__proto__"])
      expect((await sendForm(club, admin, `/api/upload/${kind}`, bytes)).status).toBe(404);
  },
  "one's own place alone": async ({ member, other, bookId }) => {
    await member.call("POST", "/api/audiobook-progress", { bookId, currentTime: 60, chapter: 0 });
    const asked = `/api/audiobook-progress?bookId=${bookId}&userId=${member.user.id}`;
    expect((await jsonOf(other.call("GET", asked))).currentTime).toBe(0);
    expect((await jsonOf(member.call("GET", asked))).currentTime).toBe(60);
  },
  "nobody's place but one's own is saved": async ({ member, other, bookId }) => {
    const stolen = { bookId, currentTime: 99, chapter: 0, userId: member.user.id };
    await other.call("POST", `/api/audiobook-progress?userId=${member.user.id}`, stolen);
    expect((await jsonOf(member.call("GET", `/api/audiobook-progress?bookId=${bookId}`))).currentTime).toBe(0);
  },
  "past books too": async ({ member, admin, files, bookId }) => {
    await files();
    const newer = { title: "Persuasion", author: "Jane Austen", month: "2026-12" };
    await admin.call("PATCH", `/api/books/${bookId}`, { month: "2026-11" });
    await jsonOf(admin.call("POST", "/api/books", newer));
    expect((await jsonOf(member.call("GET", "/api/books/current"))).title).toBe("Persuasion");
    expect((await member.call("GET", `/api/download/ebook/${bookId}`)).status).toBe(200);
  },
  "each range is guarded": async ({ club, member, files, bookId }) => {
    await files();
    for (const range of ["bytes=0-0", "bytes=0-", "bytes=-5", "bytes=100-200", "bytes=9-2", "items=0-1"]) {
      const ask = (who: Pick<Person, "call">) =>
        who.call("GET", `/api/download/audiobook/${bookId}`, undefined, { range });
      const refused = await ask(club.visitor);
      expect([refused.status, refused.headers.get("content-range")]).toEqual([401, null]);
      expect((await ask(member)).status).toBeOneOf([200, 206]);
    }
  },
  "no hash in the list": async ({ admin }) => {
    const rows: object[] = await jsonOf(admin.call("GET", "/api/users"));
    for (const row of rows)
      expect(Object.keys(row).toSorted()).toEqual(
        ["id", "username", "displayName", "email", "photoURL", "isAdmin", "createdAt"].toSorted(),
      );
  },
  "not oneself, not the last admin": async ({ club, admin }) => {
    expect((await admin.call("DELETE", `/api/users/${admin.user.id}`)).status).toBe(409);
    expect((await admin.call("PATCH", `/api/users/${admin.user.id}`, { isAdmin: false })).status).toBe(409);
    expect(club.deps.stores.users.countAdmins()).toBe(1);
  },
  "not one's own, and kept by no cache": async ({ admin, other }) => {
    expect((await admin.call("PATCH", `/api/users/${admin.user.id}/password-reset`)).status).toBe(409);
    const reset = await admin.call("PATCH", `/api/users/${other.user.id}/password-reset`);
    expect([reset.status, reset.headers.get("cache-control")]).toEqual([200, "no-store"]);
  },
  "that there are keys, never which": async ({ admin }) => {
    const status = await jsonOf(admin.call("GET", "/api/email/status"));
    expect([status.hasAccessKey, status.hasSecretKey]).toEqual([true, true]);
    expect(JSON.stringify(status)).not.toMatch(/AKIATEST|secret-of-the-test/);
  },
  "only when configured": async () => {
    const bare = await createClub();
    expect((await bare.admin().call("PATCH", "/api/email/config", { enabled: true })).status).toBe(409);
    bare.close();
  },
  "five a minute": async ({ admin, traces }) => {
    const send = () => admin.call("POST", "/api/email/test", { email: "mia@example.org" });
    for (let time = 0; time < 5; time += 1) expect((await send()).status).toBe(200);
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after"), traces().mailed]).toEqual([429, "60", 5]);
  },
  "not twice": async ({ club, admin }) => {
    const trigger = async () => (await admin.call("POST", "/api/email/trigger-monthly")).status;
    expect([await trigger(), await trigger()]).toEqual([202, 409]);
    await club.settled();
    expect(await trigger()).toBe(409);
    expect(club.reached()).toEqual([...new Set(club.reached())]);
  },
  "one's own bookmarks alone": async ({ member, other, bookId, bookmark }) => {
    await bookmark(member);
    expect(await jsonOf(other.call("GET", `/api/bookmarks?bookId=${bookId}&userId=${member.user.id}`))).toEqual([]);
  },
  "nobody else's bookmark": async ({ member, other, admin, bookId, bookmark }) => {
    const id = await bookmark(member);
    for (const who of [other, admin]) expect((await who.call("DELETE", `/api/bookmarks/${id}`)).status).toBe(404);
    expect(await jsonOf(member.call("GET", `/api/bookmarks?bookId=${bookId}`))).toHaveLength(1);
  },
  "nobody else's note": async ({ member, other, admin, bookId, bookmark }) => {
    const id = await bookmark(member);
    for (const who of [other, admin])
      expect((await who.call("PATCH", `/api/bookmarks/${id}`, { note: "Mine" })).status).toBe(404);
    expect(await jsonOf(member.call("GET", `/api/bookmarks?bookId=${bookId}`))).toMatchObject([{ note: "" }]);
  },
  "one's own place in the text alone": async ({ member, other, bookId }) => {
    await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
    const read = await jsonOf(other.call("GET", `/api/reading-progress?bookId=${bookId}&userId=${member.user.id}`));
    expect(read).toMatchObject({ fraction: 0, locator: null, revision: 0 });
  },
  "one's own place in both media": async ({ member, other, bookId, files }) => {
    await files();
    await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
    const place = await jsonOf(other.call("GET", `/api/books/${bookId}/place`));
    expect(place).toMatchObject({ reading: null, listening: null, reached: 0, offer: null });
  },
  "one's own name and never a role": async ({ club, member, other }) => {
    await member.call("PATCH", "/api/profile", { displayName: "M.", isAdmin: true, id: other.user.id });
    expect(club.deps.stores.users.find(other.user.id)).toEqual(other.user);
    expect(club.deps.stores.users.find(member.user.id)).toEqual({ ...member.user, displayName: "M." });
  },
  "one's own sessions alone": async ({ member, other, session }) => {
    await session(other);
    expect(await jsonOf(member.call("GET", "/api/profile/sessions"))).toHaveLength(1);
  },
  "nobody else's session": async ({ member, other, admin, session }) => {
    const id = await session(other);
    for (const who of [member, admin])
      expect((await who.call("DELETE", `/api/profile/sessions/${id}`)).status).toBe(404);
    expect(await jsonOf(other.call("GET", "/api/profile/sessions"))).toHaveLength(2);
  },
};
