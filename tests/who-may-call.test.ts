import { afterAll, describe, expect, test } from "bun:test";

import { createApp } from "#server/app.ts";

import { accessOf } from "./support/access-call.ts";
import { createClub } from "./support/club.ts";

// A second list of permissions, which detects a wrong entry in the table of calls.

/** Calls allowed while signed out (DESIGN 2). A new line here is a decision. */
const PUBLIC_CALLS = [
  // a mail's link, whose token is for one member and one meeting
  "GET /api/answer",
  "GET /api/club",
  // the same for a date question
  "GET /api/dates",
  "GET /api/health",
  // a mail's link must work signed out; its token is for one member and does nothing else
  "GET /api/unsubscribe",
  // its secret address is in calendar programs
  "GET /calendar/:file",
  // their secret addresses are in podcast and reading apps
  ...[
    "podcast.xml",
    "opds",
    "opds.json",
    "artwork.jpg",
    ...["audiobook", "ebook", "chapters", "cover", "thumbnail"].map((kind) => `${kind}/:file`),
  ].map((path) => `GET /feeds/:token/${path}`),
  "HEAD /calendar/:file",
  ...["podcast.xml", "opds", "opds.json", "audiobook/:file", "ebook/:file"].map((path) => `HEAD /feeds/:token/${path}`),
  "POST /api/answer",
  // an expired link or code, or an address that anyone can type; each has its own limits
  "POST /api/auth/device/look",
  "POST /api/auth/device/use",
  "POST /api/auth/forgot",
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "POST /api/auth/passkey",
  "POST /api/auth/passkey/options",
  "POST /api/auth/register",
  "POST /api/auth/reset",
  "POST /api/auth/setup",
  "POST /api/dates",
  // a link in the first mail to an eReader, which may be opened there
  "POST /api/ereader/confirm",
  "POST /api/unsubscribe",
];

/** Calls for admins, including those that a meeting's host may also make. A new line here is a decision. */
const ADMIN_CALLS = [
  "DELETE /api/books/:id/match",
  "DELETE /api/invitations/:id",
  "DELETE /api/meetings/:id",
  "DELETE /api/posts",
  "DELETE /api/uploads/:id",
  "DELETE /api/users/:id",
  "GET /api/audit",
  "GET /api/backups",
  "GET /api/books",
  "GET /api/books/:id",
  "GET /api/books/:id/match",
  "GET /api/books/:id/warnings",
  "GET /api/docs",
  "GET /api/docs/openapi.json",
  "GET /api/email/audience",
  "GET /api/email/outbox",
  "GET /api/email/preview/:kind",
  "GET /api/email/preview/:kind/page",
  "GET /api/email/run",
  "GET /api/email/status",
  "GET /api/invitations",
  "GET /api/meetings/:id/unanswered",
  "GET /api/months",
  "GET /api/months/:month",
  "GET /api/posts/board",
  "GET /api/shelf/import",
  "GET /api/storage",
  "GET /api/uploads/:id/found",
  "GET /api/users",
  "HEAD /api/uploads/:id",
  "OPTIONS /api/uploads",
  "PATCH /api/books/:id",
  "PATCH /api/content",
  "PATCH /api/email/config",
  "PATCH /api/months/:month",
  "PATCH /api/uploads/:id",
  "PATCH /api/users/:id",
  "PATCH /api/users/:id/password-reset",
  "POST /api/books",
  "POST /api/books/:id/notes/open",
  "POST /api/email/announcements",
  "POST /api/email/outbox/:id/retry",
  "POST /api/email/test",
  "POST /api/email/trigger-monthly",
  "POST /api/invitations",
  "POST /api/meetings",
  "POST /api/meetings/:id/cancel",
  "POST /api/meetings/:id/restore",
  "POST /api/polls",
  "POST /api/polls/:id/adopt",
  "POST /api/polls/:id/close",
  "POST /api/posts/restore",
  "POST /api/shelf/import",
  "POST /api/shelf/import/:id/undo",
  "POST /api/upload/:kind",
  "POST /api/uploads",
  "POST /api/uploads/:id",
  "POST /api/uploads/:id/book",
  "POST /api/users/:id/reset-link",
  "PUT /api/books/:id/match",
];
const HOST_CALLS = [
  "DELETE /api/meetings/:id/dates",
  "DELETE /api/needs/:id",
  "PATCH /api/meetings/:id",
  "PATCH /api/needs/:id",
  "POST /api/meetings/:id/dates/:dateId/choose",
  "POST /api/meetings/:id/needs",
  "PUT /api/meetings/:id/dates",
];

const club = await createClub();
afterAll(() => club.close());
const routes = createApp(club.deps).routes.map(({ method, path, hooks }) => ({
  name: `${method} ${path}`,
  access: accessOf(hooks.detail?.security),
}));

describe("every registered route", () => {
  test("has a guard, and only the public few are open", () => {
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter(({ access }) => access === "none")).toEqual([]);
    expect(
      routes
        .filter(({ access }) => access === "open")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(PUBLIC_CALLS.toSorted());
  });

  test("is for members, except calls of admins and hosts", () => {
    const namesFor = (role: string) => routes.filter(({ access }) => access === role).map(({ name }) => name);
    expect(namesFor("admin").toSorted()).toEqual(ADMIN_CALLS.toSorted());
    expect(namesFor("host").toSorted()).toEqual(HOST_CALLS.toSorted());
  });
});
