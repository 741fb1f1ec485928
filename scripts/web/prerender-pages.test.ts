import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BOOK_SLOTS } from "#contract/first-paint.ts";
import { SEASON_NAMES } from "#contract/season.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-drawings-"));
afterAll(() => rmSync(folder, { recursive: true }));
// in a process without a DOM, as the build does
const render = `(await import("./scripts/web/prerender-pages.tsx")).drawFirstPaint(process.argv[1])`;
await Bun.$`${process.execPath} -e ${render} ${folder}`.quiet();

test("draws sign-in as its Login tab with autofill fields", async () => {
  for (const season of Object.keys(SEASON_NAMES)) {
    const html = await Bun.file(join(folder, `auth-${season}.html`)).text();
    for (const text of [
      "Great Synopses and Sips of Wine",
      "Enter your credentials to access your account",
      'placeholder="Enter your username"',
      "{club name}",
      "Reading together since {club since}",
      'autoComplete="username"',
      'autoComplete="current-password"',
      'type="password"',
      'method="dialog"',
    ])
      expect(html).toContain(text);
  }
});

test("draws Home's name and image, and no member data", async () => {
  for (const [season, name] of Object.entries(SEASON_NAMES)) {
    const html = await Bun.file(join(folder, `home-${season}.html`)).text();
    for (const text of ["{club name}", `${name} Selection`, `book%20mouse%20${season}%20720.webp`, "Loading..."])
      expect(html).toContain(text);
    expect(html).not.toMatch(/Sign in|Account|<button/);
  }
});

test("draws link pages with the club's name and no button", async () => {
  const frames = Object.keys(SEASON_NAMES).map((season) => `auth-frame-${season}`);
  for (const name of [...frames, "link"]) {
    const html = await Bun.file(join(folder, `${name}.html`)).text();
    for (const text of ["{club name}", "Loading..."]) expect(html).toContain(text);
    expect(html).not.toMatch(/<button|<input/);
  }
});

test("draws the headings of Talk and the shelf with slots", async () => {
  const draw = (name: string) => Bun.file(join(folder, `${name}.html`)).text();
  const [talk, shelf, read] = [await draw("talk"), await draw("shelf"), await draw("read")];
  for (const [html, title] of [
    [talk, "Talk"],
    [shelf, "Shelf"],
  ])
    for (const text of ["{club name}", `>${title}</h1>`, `aria-current="page"`]) expect(html).toContain(text);
  expect(shelf?.split(BOOK_SLOTS.cover).length).toBe(7);
  expect(read).toContain(BOOK_SLOTS.title);
  expect(talk + shelf + read).not.toMatch(/<button|<input/);
});
