import { expect } from "bun:test";

import { smallCover } from "#contract/small-cover.ts";
import { json, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = { "The club's books, meetings and messages": ["books", "editions", "match_corrections"] };

export const rows: Rows = {
  "GET /api/books/current": {
    id: "AZ10",
    checks: {
      "no path of the disk": async ({ club, member, files }) => {
        await files();
        const text = JSON.stringify(await jsonOf(member.call("GET", "/api/books/current")));
        expect(text).toContain("a.m4b");
        expect(text).not.toMatch(/books\/\d|sha256/);
        expect(text).not.toContain(club.config.storageDir);
      },
    },
  },
  "GET /api/books/:id": { to: ({ bookId }) => `/api/books/${bookId}` },
  "POST /api/books": {
    id: "AZ11",
    ...json({ title: "Persuasion", author: "Jane Austen", month: "2027-01" }),
    records: ["book-created"],
  },
  "PATCH /api/books/:id": {
    id: "AZ12",
    records: ["book-changed", "cover-removed", "ebook-removed", "audiobook-removed"],
    ...json({ synopsis: "She meddles." }),
    to: ({ bookId }) => `/api/books/${bookId}`,
    checks: {
      "unknown is answered after the role": async ({ member, admin }) => {
        const change = (who: Person) => who.call("PATCH", "/api/books/4711", { title: "x" });
        expect([(await change(member)).status, (await change(admin)).status]).toEqual([403, 404]);
      },
    },
  },
  "GET /api/books/isbn/:isbn?": {
    id: "AZ13",
    to: ({ isbn }) => `/api/books/isbn/${isbn}`,
    checks: {
      "the ISBN as a query, too, as the API's description has it": async ({ member, isbn }) => {
        const [inPath, asQuery] = [`/api/books/isbn/${isbn}`, `/api/books/isbn?isbn=${isbn}`];
        expect(await jsonOf(member.call("GET", asQuery))).toEqual(await jsonOf(member.call("GET", inPath)));
      },
      "asks nobody outside for a visitor": async ({ club, member, isbn, traces }) => {
        await club.visitor.call("GET", `/api/books/isbn/${isbn}`);
        expect(traces().asked).toBe(0);
        await member.call("GET", `/api/books/isbn/${isbn}`);
        expect(traces().asked).toBeGreaterThan(0);
      },
    },
  },
  "POST /api/books/isbn": { body: (world) => asJson({ isbn: world.isbn }) },
  "POST /api/books/search": json({ q: "emma" }),
  "GET /api/books/search": { to: () => "/api/books/search?q=emma" },
  "GET /api/covers/*": { to: (world) => world.cover() },
  "GET /api/covers/small/:name": { to: async (world) => smallCover(await world.cover()) },
};
