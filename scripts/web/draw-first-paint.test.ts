import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { heroes } from "#web/images/hero.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-drawings-"));
afterAll(() => rmSync(folder, { recursive: true }));
// in a process without a DOM, as the build does
const render = `(await import("./scripts/web/draw-first-paint.ts")).drawFirstPaint(process.argv[1])`;
await Bun.$`${process.execPath} -e ${render} ${folder}`.quiet();
const seasons = Object.keys(heroes) as (keyof typeof heroes)[];
const read = (name: string, season: string) => Bun.file(join(folder, `${name}-${season}.html`)).text();

test("the sign-in page is drawn as its Login tab, with fields that a browser fills in", async () => {
  for (const season of seasons) {
    const html = await read("auth", season);
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

test("Home's picture has the season's picture at high priority, and the spinner", async () => {
  for (const season of seasons) {
    const html = await read("home", season);
    expect(html).toContain(heroes[season].phoneSet);
    expect(html).toMatch(/fetchpriority="high"/i);
    expect(html).toContain('type="image/webp"');
    expect(html).toContain("Loading...");
  }
});

test("the shelf's picture has room for the newest covers, of which two load at once", async () => {
  const html = await read("shelf", "fall");
  expect(html.match(/data-cover="" class="[^"]+"><span [^>]+><img src="cover"/g)).toHaveLength(6);
  expect(html.match(/loading="eager"/g)).toHaveLength(2);
});

test("nothing in a picture can be filled in, followed or found by name, and the content security policy allows all of it", async () => {
  for (const name of ["home", "shelf", "talk", "read"]) {
    const html = await read(name, "fall");
    expect(html).not.toMatch(/\s(?:id|for|name|role|href|style|on\w+)=/);
    expect(html).not.toMatch(/<(?:link|script|style|input)\b/);
  }
});
