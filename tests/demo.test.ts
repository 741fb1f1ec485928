import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Content } from "#contract/months.ts";
import { findMonthMessage } from "#server/meetings/content.ts";
import { MEMBER_PAGES } from "#web/app/member-pages.ts";

import tour from "../demo/tour.json" with { type: "json" };
import { buildEpub } from "../scripts/demo/build-epub.ts";
import { demoContent } from "../scripts/demo/content.ts";
import { DEMO_PASSWORD } from "../scripts/demo/people.ts";
import { type DemoClub, seedDemoClub } from "../scripts/demo/seed.ts";
import { seededDemo } from "../scripts/demo/seeded.ts";
import { executableSources } from "../scripts/stale.ts";
import { cookiesOf } from "./support/api-client.ts";
import { type Club, createClub } from "./support/club.ts";

const NOW = "2026-11-21T02:00:00Z";
let club: Club;
let demo: DemoClub;

beforeAll(async () => {
  club = await createClub({ now: NOW });
  demo = await seedDemoClub(club.deps, { now: new Date(NOW) });
});

afterAll(() => club.close());

test("everyone in the demo club signs in with the printed password", async () => {
  for (const { username } of [demo.admin, ...demo.members]) {
    const response = await club.visitor.call("POST", "/api/auth/login", { username, password: DEMO_PASSWORD });
    expect(response.status).toBe(200);
  }
});

test("has a current book with eBook, audiobook and chapters", async () => {
  const credentials = { username: demo.admin.username, password: DEMO_PASSWORD };
  const cookie = cookiesOf(await club.visitor.call("POST", "/api/auth/login", credentials));
  const book = await (await club.as(cookie).call("GET", "/api/books/current")).json();
  expect(book).toMatchObject({ title: "The Last Chapter but One", month: "2026-11" });
  expect(book.ebookSize).toBeGreaterThan(10_000);
  expect(book.audiobookSeconds).toBeGreaterThan(300);
  expect(book.chapters.length).toBeGreaterThan(2);
});

test("has recent covers, and a book for each month since 2018", () => {
  const books = club.deps.stores.books.list();
  expect(books.slice(0, 4).map(({ month }) => month)).toEqual(["2026-12", "2026-11", "2026-10", "2026-09"]);
  expect([books.at(-1)?.month, new Set(books.map(({ month }) => month)).size]).toEqual(["2018-01", books.length]);
  for (const { coverImage } of books.slice(0, 4))
    expect(existsSync(join(club.config.storageDir, coverImage?.replace("/api/", "") ?? "missing"))).toBe(true);
});

test("the printed invitation lets someone join the demo club", async () => {
  const registration = club.registration({ invitationCode: demo.invitation.code });
  expect((await club.visitor.call("POST", "/api/auth/register", registration)).ok).toBe(true);
});

test("the demo also begins on the first of a month", async () => {
  const now = "2026-11-01T05:00:00Z";
  const newClub = await createClub({ now });
  try {
    const { book } = await seedDemoClub(newClub.deps, { now: new Date(now) });
    expect(book.month).toBe("2026-11");
    expect(findMonthMessage(newClub.deps, book.month)).toStartWith("Dear all");
  } finally {
    newClub.close();
  }
});

test("meets on a Wednesday five to eleven days away", () => {
  for (let day = 1; day <= 31; day++) {
    const now = new Date(Date.UTC(2026, 9, day, 23, 30));
    const { meetingDate } = demoContent(now, "America/New_York") as Content;
    const meeting = new Date(`${meetingDate}T12:00:00Z`);
    expect(meeting.getUTCDay()).toBe(3);
    const daysAhead = Math.round((meeting.getTime() - Date.UTC(2026, 9, day, 12)) / 86_400_000);
    expect(daysAhead).toBeGreaterThanOrEqual(5);
    expect(daysAhead).toBeLessThanOrEqual(11);
  }
});

test("the demo's jokes appear only in the demo", async () => {
  const files = [...new Bun.Glob("src/{server,contract,web}/**/*.{ts,tsx}").scanSync(".")];
  const texts = await Promise.all(files.map((file) => Bun.file(file).text()));
  expect(files.filter((_, index) => /hummus|Dolcetto|Finch & Daughter/i.test(texts[index] ?? ""))).toEqual([]);
});

test("every page of the demo's tour exists", async () => {
  const routes = await Bun.file("src/web/app/member-routes.tsx").text();
  const pages = MEMBER_PAGES.map(({ to }) => to);
  expect(tour.filter(({ path }) => !pages.includes(path) && !routes.includes(`path="${path}"`))).toEqual([]);
});

test("the demo's EPUB is byte-for-byte reproducible", async () => {
  expect(await buildEpub()).toEqual(await buildEpub());
});

test("has a coming meeting, half-claimed needs, and a past one", async () => {
  const credentials = { username: "teo", password: DEMO_PASSWORD };
  const teo = club.as(cookiesOf(await club.visitor.call("POST", "/api/auth/login", credentials)));
  expect(await (await teo.call("GET", "/api/meetings/current")).json()).toMatchObject({
    state: "planned",
    bookTitle: "The Last Chapter but One",
    answers: { yes: 4, maybe: 1, no: 1, guests: 1 },
    mine: null,
    needs: [
      { what: "Red wine", quantity: 3, left: 1 },
      { what: "Bread", quantity: 2, left: 2 },
    ],
  });
  const [, pastMeeting] = await (await teo.call("GET", "/api/meetings")).json();
  expect(pastMeeting).toMatchObject({ state: "over", bookTitle: "A Map of Small Lamps", answers: { yes: 3, no: 1 } });
});

test("is seeded anew each day of the club, not of UTC", async () => {
  const repository = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), "bookclub-demo-day-"));
  for (const glob of [...executableSources, "scripts/demo/*", "demo/**/*"])
    await Bun.write(join(folder, glob.replaceAll(/\{(.*?),.*?\}/g, "$1").replaceAll(/\*+/g, "x")), "");
  for (const day of ["2026-11-30", "2026-12-01"]) {
    const path = join(folder, `dist/demo-club/${day}.json`);
    await Bun.write(path, JSON.stringify(day));
    utimesSync(path, Date.now() / 1000, Date.now() / 1000 + 60);
  }
  process.chdir(folder);
  try {
    setSystemTime(new Date("2026-12-01T04:59:00Z"));
    const evening = seededDemo();
    setSystemTime(new Date("2026-12-01T05:00:00Z"));
    const midnight = seededDemo();
    expect<unknown[]>([(await evening).demo, (await midnight).demo]).toEqual(["2026-11-30", "2026-12-01"]);
  } finally {
    process.chdir(repository);
    setSystemTime();
    rmSync(folder, { recursive: true });
  }
});
