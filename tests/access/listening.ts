import { expect } from "bun:test";

import { ofBook, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson } from "#tests/support/access-world.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = { "Your places in books": ["progress", "progress_jumps"] };

export const rows: Rows = {
  "GET /api/audiobook-progress": {
    id: "AZ15",
    ...ofBook("/api/audiobook-progress"),
    checks: {
      "only your own place": async ({ member, other, bookId }) => {
        await member.call("POST", "/api/audiobook-progress", { bookId, currentTime: 60, chapter: 0 });
        const asked = `/api/audiobook-progress?bookId=${bookId}&userId=${member.user.id}`;
        expect((await jsonOf(other.call("GET", asked))).currentTime).toBe(0);
        expect((await jsonOf(member.call("GET", asked))).currentTime).toBe(60);
      },
    },
  },
  "GET /api/audiobook-progress/history": ofBook("/api/audiobook-progress/history"),
  "POST /api/audiobook-progress": {
    id: "AZ16",
    body: ({ bookId }) => asJson({ bookId, currentTime: 60, chapter: 0 }),
    checks: {
      "only your own place is saved": async ({ member, other, bookId }) => {
        const stolen = { bookId, currentTime: 99, chapter: 0, userId: member.user.id };
        await other.call("POST", `/api/audiobook-progress?userId=${member.user.id}`, stolen);
        expect((await jsonOf(member.call("GET", `/api/audiobook-progress?bookId=${bookId}`))).currentTime).toBe(0);
      },
    },
  },
};
