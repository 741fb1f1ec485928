import { MEETING_ROWS } from "./access-meetings.ts";
import { also, json, type Row, row } from "./access-row.ts";
import { asJson, type World } from "./support/access-world.ts";
import { PASSWORD } from "./support/club.ts";

const ofBook = (path: string) => ({ to: ({ bookId }: World) => `${path}?bookId=${bookId}` });

/**
 * Who may do what (TESTS AZ01 to AZ27): one line for each route of the running app. A route without a line here fails,
 * and so does a line without a route.
 */
export const MATRIX: readonly Row[] = [
  // no.   call                                      visitor member admin
  row("AZ01", "GET /api/auth/user", 401, 200, 200, { extra: "no hash and no session id" }),
  row("AZ02", "POST /api/auth/login", 200, 200, 200, {
    ...json({ username: "mia", password: PASSWORD }),
    extra: "a new session, and the end of the old one",
  }),
  row("AZ03", "POST /api/auth/register", 201, 201, 201, {
    body: (world) => asJson(world.registration()),
    extra: "the role never comes from the body",
  }),
  also("POST /api/auth/setup", 422, 422, 422, {
    ...json({ code: "ABCD", username: "eve", password: PASSWORD, email: "eve@example.org" }),
    extra: "no second first admin",
  }),
  row("AZ04", "POST /api/auth/logout", 204, 204, 204),
  row("AZ05", "GET /api/posts", 401, 200, 200, { extra: "the listed fields alone" }),
  row("AZ06", "POST /api/posts", 401, 201, 201, {
    ...json({ content: "Rioja" }),
    extra: "the author comes from the session",
  }),
  row("AZ07", "DELETE /api/posts", 401, 403, 204, { extra: "the board stands after a refusal" }),
  also("GET /api/posts/board", 401, 403, 200),
  also("POST /api/posts/restore", 401, 403, 200, {
    to: async ({ admin }) => {
      await admin.call("DELETE", "/api/posts");
      return "/api/posts/restore";
    },
  }),
  row("AZ08", "GET /api/content", 401, 200, 200),
  row("AZ09", "PATCH /api/content", 401, 403, 200, {
    ...json({ meetingLocation: "At Mia's" }),
    extra: "the known fields alone",
  }),
  row("AZ10", "GET /api/books/current", 401, 200, 200, { extra: "no path of the disk" }),
  also("GET /api/books", 401, 403, 200),
  also("GET /api/books/:id", 401, 403, 200, { to: ({ bookId }) => `/api/books/${bookId}` }),
  row("AZ11", "POST /api/books", 401, 403, 201, json({ title: "Persuasion", author: "Jane Austen", month: "2027-01" })),
  row("AZ12", "PATCH /api/books/:id", 401, 403, 200, {
    ...json({ synopsis: "She meddles." }),
    to: ({ bookId }) => `/api/books/${bookId}`,
    extra: "unknown is told after the role",
  }),
  row("AZ13", "GET /api/books/isbn/:isbn?", 401, 403, 200, {
    to: ({ isbn }) => `/api/books/isbn/${isbn}`,
    extra: "asks outside for admins alone",
  }),
  row("AZ14", "POST /api/upload/:kind", 401, 403, 201, {
    to: () => "/api/upload/ebook",
    body: ({ form }) => form("ebook"),
    extra: "each kind, and no other",
  }),
  row("AZ15", "GET /api/audiobook-progress", 401, 200, 200, {
    ...ofBook("/api/audiobook-progress"),
    extra: "one's own place alone",
  }),
  also("GET /api/audiobook-progress/history", 401, 200, 200, ofBook("/api/audiobook-progress/history")),
  row("AZ16", "POST /api/audiobook-progress", 401, 200, 200, {
    body: ({ bookId }) => asJson({ bookId, currentTime: 60, chapter: 0 }),
    extra: "nobody's place but one's own is saved",
  }),
  row("AZ17", "GET /api/download/ebook/:id", 401, 200, 200, { to: fileOf("ebook"), extra: "past books too" }),
  also("HEAD /api/download/ebook/:id", 401, 200, 200, { to: fileOf("ebook") }),
  row("AZ18", "GET /api/download/audiobook/:id", 401, 200, 200, {
    to: fileOf("audiobook"),
    extra: "each range is guarded",
  }),
  also("HEAD /api/download/audiobook/:id", 401, 200, 200, { to: fileOf("audiobook") }),
  row("AZ19", "GET /api/users", 401, 403, 200, { extra: "no hash in the list" }),
  also("PATCH /api/users/:id", 401, 403, 200, { ...json({ isAdmin: false }), to: otherUser("") }),
  row("AZ20", "DELETE /api/users/:id", 401, 403, 204, { to: otherUser(""), extra: "not oneself, not the last admin" }),
  row("AZ21", "PATCH /api/users/:id/password-reset", 401, 403, 200, {
    to: otherUser("/password-reset"),
    extra: "not one's own, and kept by no cache",
  }),
  row("AZ22", "GET /api/email/status", 401, 403, 200, { extra: "that there are keys, never which" }),
  row("AZ23", "PATCH /api/email/config", 401, 403, 200, { ...json({ enabled: false }), extra: "only when configured" }),
  row("AZ24", "POST /api/email/test", 401, 403, 200, {
    ...json({ email: "mia@example.org" }),
    extra: "five a minute",
  }),
  row("AZ25", "POST /api/email/trigger-monthly", 401, 403, 202, { extra: "not twice" }),
  also("GET /api/email/run", 401, 403, 200),
  also("GET /api/email/audience", 401, 403, 200),
  also("GET /api/email/preview/:kind", 401, 403, 200, { to: () => "/api/email/preview/monthly" }),
  also("GET /api/email/preview/:kind/page", 401, 403, 200, { to: () => "/api/email/preview/welcome/page" }),
  also("GET /api/email/outbox", 401, 403, 200),
  also("POST /api/email/outbox/:id/retry", 401, 403, 200, {
    to: (world) => `/api/email/outbox/${world.failedMail()}/retry`,
  }),
  also("GET /api/audit", 401, 403, 200),
  also("GET /api/backups", 401, 403, 200),
  also("GET /api/storage", 401, 403, 200),
  also("GET /api/bookmarks", 401, 200, 200, { ...ofBook("/api/bookmarks"), extra: "one's own bookmarks alone" }),
  also("POST /api/bookmarks", 401, 201, 201, { body: ({ bookId }) => asJson({ bookId, currentTime: 5 }) }),
  also("DELETE /api/bookmarks/:id", 401, 204, 204, {
    to: async (world, who) => `/api/bookmarks/${await world.bookmark(who)}`,
    extra: "nobody else's bookmark",
  }),
  also("PATCH /api/bookmarks/:id", 401, 200, 200, {
    ...json({ note: "The turn" }),
    to: async (world, who) => `/api/bookmarks/${await world.bookmark(who)}`,
    extra: "nobody else's note",
  }),
  also("GET /api/books/:id/contents", 401, 200, 200, { to: partOf("contents") }),
  also("GET /api/books/:id/text/*", 401, 200, 200, { to: partOf("text/OEBPS/one.xhtml") }),
  also("GET /api/books/:id/place", 401, 200, 200, { to: partOf("place"), extra: "one's own place in both media" }),
  also("GET /api/books/:id/timeline", 401, 200, 200, { to: partOf("timeline") }),
  also("PUT /api/books/:id/reached", 401, 200, 200, { ...json({ fraction: 0.5 }), to: partOf("reached") }),
  also("GET /api/books/:id/match", 401, 403, 200, { to: partOf("match") }),
  also("PUT /api/books/:id/match", 401, 403, 200, { ...json({ pairs: [] }), to: partOf("match") }),
  also("DELETE /api/books/:id/match", 401, 403, 204, { to: partOf("match") }),
  also("GET /api/reading-progress", 401, 200, 200, {
    ...ofBook("/api/reading-progress"),
    extra: "one's own place in the text alone",
  }),
  also("GET /api/reading-progress/history", 401, 200, 200, ofBook("/api/reading-progress/history")),
  also("POST /api/reading-progress", 401, 200, 200, {
    body: ({ bookId }) => asJson({ bookId, fraction: 0.25, locator: null }),
  }),
  also("GET /api/calendar/meeting.ics", 401, 200, 200, {
    to: async ({ admin }) => {
      await admin.call("PATCH", "/api/content", {
        meetingDate: "2026-12-10",
        meetingTime: "19:00",
        meetingLocation: "The cellar",
      });
      return "/api/calendar/meeting.ics";
    },
  }),
  ...MEETING_ROWS,
  also("GET /api/docs", 401, 403, 200),
  also("GET /api/docs/openapi.json", 401, 403, 200),
  also("GET /api/health", 200, 200, 200),
  also("GET /api/club", 200, 200, 200),
  also("GET /api/invitations", 401, 403, 200),
  also("POST /api/invitations", 401, 403, 201, json({ uses: 3 })),
  also("DELETE /api/invitations/:id", 401, 403, 204, { to: (world) => `/api/invitations/${world.invitation()}` }),
  also("GET /api/avatars/:name", 401, 200, 200, { to: (world) => world.photo() }),
  also("GET /api/covers/:name", 401, 200, 200, { to: (world) => world.cover() }),
  also("GET /api/profile", 401, 200, 200),
  also("PATCH /api/profile", 401, 200, 200, {
    ...json({ displayName: "M." }),
    extra: "one's own name and never a role",
  }),
  also("POST /api/profile/password", 401, 200, 200, json({ currentPassword: PASSWORD, newPassword: "another one" })),
  also("POST /api/profile/photo", 401, 200, 200, { body: ({ form }) => form("photo") }),
  also("DELETE /api/profile/photo", 401, 204, 204),
  also("GET /api/profile/sessions", 401, 200, 200, { extra: "one's own sessions alone" }),
  also("DELETE /api/profile/sessions/:id", 401, 204, 204, {
    to: async (world, who) => `/api/profile/sessions/${await world.session(who)}`,
    extra: "nobody else's session",
  }),
  also("GET /api/unsubscribe", 200, 200, 200, { to: ({ token }) => `/api/unsubscribe?token=${token}` }),
  also("POST /api/unsubscribe", 200, 200, 200, { to: ({ token }) => `/api/unsubscribe?token=${token}` }),
];

function fileOf(kind: "ebook" | "audiobook") {
  return async (world: World) => {
    await world.files();
    return `/api/download/${kind}/${world.bookId}`;
  };
}

function partOf(rest: string) {
  return async (world: World) => {
    await world.files();
    return `/api/books/${world.bookId}/${rest}`;
  };
}

function otherUser(rest: string) {
  return ({ other }: World) => `/api/users/${other.user.id}${rest}`;
}
