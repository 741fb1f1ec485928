import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";

import { drawnBooks } from "./drawn-books.ts";

const FILE = { filename: "a.epub", path: "books/1/ebook.epub", size: 1, sha256: "0".repeat(64), uploadedAt: "" };

test("the reader's first paint has the title, for members, once there's an eBook", async () => {
  const club = await createClub({ now: "2026-03-15T12:00:00Z" });
  const { cookie: member } = club.member("mia");
  const { books } = club.deps.stores;
  const { id } = books.insert({ title: "Salt & Smoke", author: "A. Author", month: "2026-03" }, "2026-01-01T00:00:00Z");
  const shown = (cookie: string) =>
    drawnBooks(club.deps, "read", new Request("http://club/read", { headers: { cookie } }));
  expect(shown(member)).toEqual([]);
  books.replaceFile(id, "ebook", FILE, null);
  expect(shown(member)).toEqual(["Salt%20%26%20Smoke"]);
  for (const cookie of ["", `session=${"x".repeat(43)}`]) expect(shown(cookie)).toEqual([]);
  club.close();
  expect(shown(member)).toEqual([]);
});
