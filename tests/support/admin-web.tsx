import type { MonthPlan } from "#contract/months.ts";
import type { UserRow } from "#contract/users.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";

import { clubMonth } from "./club-month.ts";
import { type Api, book, json, memberApi, nora, openApp } from "./web.tsx";

export const ada = {
  ...nora,
  id: 2,
  username: "ada",
  displayName: "Ada Quill",
  email: "ada@example.org",
  isAdmin: true,
};

const row = ({ passwordIsTemporary: _temporary, ...user }: typeof nora): UserRow => ({
  ...user,
  createdAt: "2025-01-05T12:00:00Z",
});

export const users: UserRow[] = [row(ada), row(nora)];

export const emptyMonth = (month: string): MonthPlan => ({
  month,
  book: null,
  message: "",
  messageFrom: null,
  meetings: [],
  mail: { state: "off", sendsAt: `${month}-01T14:00:00.000Z`, reaches: 1 },
  missing: ["book", "meeting", "message"],
  suggestion: null,
});

/** The months around the current one. */
const months = (): Api => {
  const month = (ahead: number) => addCalendarMonths(clubMonth(), ahead);
  return Object.fromEntries(
    [-1, 0, 1, 2].map((ahead) => [`GET /api/months/${month(ahead)}`, emptyMonth(month(ahead))]),
  );
};

/** Responses for admins' pages, which a test can override. */
export const adminApi: Api = {
  ...months(),
  ...memberApi,
  "GET /api/auth/user": ada,
  "GET /api/posts/board": { posts: 3, undo: null },
  "GET /api/books": [{ id: book.id, title: book.title, author: book.author, month: book.month }],
  [`GET /api/books/${book.id}`]: book,
  "GET /api/users": users,
  "GET /api/invitations": [],
  "GET /api/audit": [],
  "GET /api/backups": { last: null, lastGoodAt: null, nightly: true, nights: [] },
  "GET /api/storage": { faults: [], unnamed: { files: 0, bytes: 0 }, freeBytes: 12_300_000_000 },
};

/** A 500 without a server message, for the fallback texts. */
export const respondError = () => new Response("", { status: 500 });

export const respondMessage = (message: string, status = 409) => json({ message }, status);

export const openDashboard = (tab: string, api: Api = {}) => openApp(`/admin?tab=${tab}`, { ...adminApi, ...api });

/** Opens the activity, backups and storage for an admin. */
export const openHealth = (api: Api = {}) => openApp("/admin/health", { ...adminApi, ...api });
