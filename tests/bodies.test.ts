import { expect, test } from "bun:test";

import { createApp } from "#server/app.ts";

import { createClub } from "./support/club.ts";

/** Integers of a schema without limits: they allow 1e300, which SQLite can't store. */
function findUnbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("type" in schema && schema.type === "integer") return "minimum" in schema && "maximum" in schema ? [] : [path];
  return Object.entries(schema).flatMap(([key, value]) => findUnbounded(value, `${path}/${key}`));
}

test("every integer in a body has a minimum and a maximum", async () => {
  const club = await createClub();
  const bodies = createApp(club.deps).routes.filter(({ hooks }) => hooks.body);
  expect(bodies.length).toBeGreaterThan(15);
  expect(bodies.flatMap(({ method, path, hooks }) => findUnbounded(hooks.body, `${method} ${path}`))).toEqual([]);
  club.close();
});

test("a `was` without a known field is 422", async () => {
  const club = await createClub();
  const admin = club.admin();
  const { id } = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  const changes = { [`/api/books/${id}`]: { title: "Persuasion" }, "/api/content": { welcomeMessage: "Hello" } };
  for (const [path, change] of Object.entries(changes))
    for (const was of [null, true, "", "Emma", [], {}, { titel: "Emma" }]) {
      const { status } = await admin.call("PATCH", path, { ...change, was });
      expect([path, was, status]).toEqual([path, was, 422]);
    }
  club.close();
});

test("numbers and years out of range are 422", async () => {
  const club = await createClub();
  const admin = club.admin();
  const book = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  const place = { bookId: book.id, currentTime: 5, client: "a" };
  for (const change of [{ sequence: 1e300 }, { baseRevision: 1e300 }, { bookId: 1e300 }]) {
    const { status } = await admin.call("POST", "/api/audiobook-progress", { ...place, ...change });
    expect([change, status]).toEqual([change, 422]);
  }
  for (const year of ["0000", "0001", "0999"]) {
    const meetingDate = `${year}-01-01`;
    const { status } = await admin.call("PATCH", "/api/content", { meetingDate, meetingTime: "19:00" });
    expect([year, status]).toEqual([year, 422]);
  }
  for (const meetingDate of ["1000-01-01", "2200-12-31", "2028-02-29"]) {
    const { status } = await admin.call("PATCH", "/api/content", { meetingDate, meetingTime: "19:00" });
    expect([meetingDate, status]).toEqual([meetingDate, 200]);
    expect((await admin.call("GET", "/api/content")).status).toBe(200);
    expect((await admin.call("GET", "/api/meetings")).status).toBe(200);
  }
  club.close();
});
