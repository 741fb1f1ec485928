import type { Page } from "playwright-core";

import type { AuditEntry } from "#contract/audit.ts";
import type { FoundMetadata } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";
import type { Audience, MonthlyRun, Outbox } from "#contract/email.ts";
import type { Content } from "#contract/months.ts";
import type { Backups, Storage } from "#contract/operations.ts";
import type { UserRow } from "#contract/users.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { readyMail } from "#tests/support/mail-samples.ts";

export const MONTH_PAGE = `/admin/months/${clubMonth()}`;

export const replies =
  (bodies: Record<string, unknown>, headers: Record<string, string> = {}) =>
  async (page: Page) => {
    for (const [pattern, json] of Object.entries(bodies))
      await page.route(pattern, (route) =>
        route.request().method() === "GET" ? route.fulfill({ json, headers }) : route.fallback(),
      );
  };

const UPLOAD = "/api/uploads/pictured-upload";
const uploadCreated = { status: 201, headers: { location: UPLOAD, "tus-resumable": "1.0.0" } };

/** Responds to a book file's upload as if it were complete, with this metadata. */
export const completeUpload = (filename: string, found: FoundMetadata) => async (page: Page) => {
  let size = "0";
  await page.route("**/api/uploads", (route) => {
    size = route.request().headers()["upload-length"] ?? size;
    return route.fulfill(uploadCreated);
  });
  await page.route(`**${UPLOAD}`, (route) =>
    route.fulfill({ status: 204, headers: { "upload-offset": size, "tus-resumable": "1.0.0" } }),
  );
  await page.route(`**${UPLOAD}/found`, (route) => route.fulfill({ json: { filename, found } }));
};

/** Reports uploads as sent up to a fraction, 0 to 1. */
export const uploadAt = (fraction: number) => async (page: Page) => {
  await page.route("**/api/uploads", (route) => route.fulfill(uploadCreated));
  await page.route(`**${UPLOAD}`, () => undefined);
  await page.addInitScript((uploadedFraction) => {
    const total = 412_000_000;
    Object.defineProperty(File.prototype, "size", { get: () => total });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      const event = { lengthComputable: true, total };
      const report = (loaded: number) => this.upload.dispatchEvent(new ProgressEvent("progress", { ...event, loaded }));
      setTimeout(() => report(total * uploadedFraction * 0.9), 200);
      setTimeout(() => report(total * uploadedFraction), 1400);
      send.call(this, body);
    };
  }, fraction);
};

/** From now on, another admin has saved two of the texts. */
export async function saveAsOtherAdmin(page: Page): Promise<void> {
  const message = "Someone else changed this in the meantime";
  const otherAdminsTexts = {
    welcomeMessage: "Welcome, all of you.\n\nThis month it is a short one, and there is cheese.",
    presidentMessage: "Dear all,\n\nbring a chair.",
    meetingDate: "2026-12-02",
    meetingTime: "19:00",
    meetingLocation: "",
  } satisfies Content;
  await page.route("**/api/content", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: otherAdminsTexts })
      : route.fulfill({
          status: 409,
          json: {
            message,
            errors: ["welcomeMessage", "meetingLocation"].map((name) => ({ path: `/${name}`, message })),
          },
        }),
  );
}

const LONG_WORDS =
  "The Wonderful and Entirely Truthful History of a Very Small Mouse Who Read Every Book in the Town Library ";
/** Two hundred characters, with a word too wide for a phone. */
export const LONG_TITLE = `${LONG_WORDS}${"Incomprehensibilities".repeat(5)}`.slice(0, 200);
const LONG_NAME = "Wilhelmina Featherstonehaugh-Cholmondeley".slice(0, 40);
const at = "2026-11-09T14:30:00Z";

export const longBook: Book = {
  id: 1,
  title: LONG_TITLE,
  author: `${LONG_NAME} and ${LONG_NAME}`,
  synopsis: LONG_WORDS.repeat(6),
  month: "2026-11",
  isbn: "9780141439587",
  coverImage: null,
  ebookFilename: `${LONG_TITLE.replaceAll(" ", "_")}.epub`,
  ebookSize: 133_000,
  ebookUploadedAt: at,
  audiobookFilename: null,
  audiobookSize: null,
  audiobookUploadedAt: null,
  audiobookSeconds: null,
  audiobookNarrator: LONG_NAME,
  audiobookDuration: "8 hrs and 50 mins",
  chapters: [],
};
export const longTitles = [{ id: 1, title: LONG_TITLE, author: LONG_NAME, month: "2026-11" }];

/** A page of a thousand users; some have long names. */
export const manyUsers: UserRow[] = Array.from({ length: 50 }, (_, index) => ({
  id: 1000 + index,
  username: index === 0 ? "wilhelmina-featherstonehaugh-cholmondeley" : `reader${index}`,
  displayName: index === 0 ? LONG_NAME : `Reader ${index}`,
  email:
    index === 0 ? "wilhelmina.featherstonehaugh@cholmondeley-and-daughters.example.org" : `reader${index}@example.org`,
  photoURL: null,
  isAdmin: index === 1,
  createdAt: at,
}));

const auditEvents: Pick<AuditEntry, "kind" | "subject">[] = [
  { kind: "book-changed", subject: LONG_TITLE },
  { kind: "user-deleted", subject: LONG_NAME },
  { kind: "board-reset", subject: "1000" },
];

/** Missing files, a failed backup, and long names in the activity list. */
export const faultyHealth = {
  "**/api/storage": {
    faults: [
      { path: "books/1/a", what: `The audiobook of “${LONG_TITLE}”`, expected: 1000, found: null },
      { path: "covers/b", what: "The cover of “A Map of Small Lamps”", expected: null, found: 3 },
    ],
    unnamed: { files: 1204, bytes: 48_200_000_000 },
    freeBytes: 12_000_000,
  } satisfies Storage,
  "**/api/backups": {
    last: { at, kind: "nightly", outcome: "failed", message: "The disk is full: 12MB are free, and 1.9GB are needed." },
    lastGoodAt: "2026-11-02T08:00:00Z",
    nightly: true,
    nights: [{ name: "2026-11-02", createdAt: "2026-11-02T08:00:00Z", bytes: 1_900_000_000, files: 61 }],
  } satisfies Backups,
  "**/api/audit*": auditEvents.map((event, id) => ({
    id,
    at,
    ...(id === 1
      ? { actor: "", actorId: null, actorUsername: null }
      : { actor: LONG_NAME, actorId: 7, actorUsername: "longest" }),
    subjectId: null,
    subjectUsername: null,
    ...event,
  })) satisfies AuditEntry[],
};

const counts = { queued: 240, sending: 1, sent: 712, failed: 40, unknown: 7 };
const pause = { reason: "Amazon SES allows no more mails today.", until: "2026-11-10T23:10:00Z" };
const states = ["failed", "unknown", "queued", "sending", "sent"] as const;

/** An enabled email service in a paused monthly run, with every outcome of a mail. */
export const sending = {
  "**/api/email/status": { ...readyMail, nextMonthly: "2026-12-01T14:00:00Z" },
  "**/api/email/run": { ...counts, period: "2026-11", running: true, total: 1000, pause } satisfies MonthlyRun,
  "**/api/email/audience": {
    period: "2026-11",
    members: 1000,
    willReach: 240,
    alreadySent: 712,
    optedOut: 1,
    unknown: 7,
  } satisfies Audience,
  "**/api/email/outbox*": {
    period: "2026-11",
    periods: ["2026-11", "2026-10"],
    rows: manyUsers.map(({ id, displayName, email }, index) => {
      const state = states[Math.min(index, 4)] ?? "sent";
      const reason = state === "failed" ? "The mailbox of this address is full. Amazon SES says: 552 5.2.2." : "";
      return { id, kind: "monthly" as const, period: "2026-11", state, reason, displayName, email, changedAt: at };
    }),
  } satisfies Outbox,
};
