import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { sessionCookie } from "#tests/screens/screens.ts";
import { apiClient } from "#tests/support/api-client.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";

const MB = 1024 * 1024;
const PASSWORD = "two chapters";

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
const browser = await openBrowser();
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", MAX_UPLOAD_MB: "10" } });
  admin = await signedIn(club);
  const mia = { username: "mia", email: "mia@example.org", password: PASSWORD, invitationCode: await club.invite(1) };
  await apiClient(club.url).admitted("/api/auth/register", mia);
  expect((await sendRaw(admin, largeAudiobook(MB))).status).toBe(201);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

/** Installed and temporary files, which must not change. */
const listFiles = () => [readdirSync(join(club.storageDir, "books/1")), readdirSync(join(club.storageDir, "tmp"))];

test.each([
  ["visitor", 401, ""],
  ["member", 403, "mia"],
  ["admin", 413, "ada"],
])("the browser of a %s sees the %i of an upload that is refused before it is read (U02)", async (_, status, name) => {
  const filesBefore = listFiles();
  const page = await browser.page({ club });
  const password = name === "ada" ? ADMIN_PASSWORD : PASSWORD;
  if (name) await page.context().addCookies([await sessionCookie(club.url, name, password)]);
  await page.goto("/robots.txt");
  const statusInBrowser = await page.evaluate(async (size) => {
    const form = new FormData();
    form.set("bookId", "1");
    form.set("audiobook", new File([new Uint8Array(size)], "large.m4b"));
    const response = await fetch("/api/upload/audiobook", { method: "POST", body: form });
    return [response.status, typeof (await response.json()).message];
  }, 200 * MB);
  expect(statusInBrowser).toEqual([status, "string"]);
  expect(listFiles()).toEqual(filesBefore);
  await page.context().close();
});

test("tells an admin that a file is too large, and recovers", async () => {
  const page = await browser.page({ club });
  await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  await page.goto("/admin?tab=audiobook");
  const largePath = join(club.storageDir, "large.m4b");
  writeFileSync(largePath, "");
  truncateSync(largePath, 200 * MB);
  await page.getByLabel("Audiobook file", { exact: true }).setInputFiles(largePath);
  await page.locator("[data-sonner-toast]").filter({ hasText: "at most 10 MB" }).waitFor();
  await page.context().close();
}, 300_000);

test("refuses more than Content-Length, keeps the file (U02)", async () => {
  const filesBefore = listFiles();
  const book = largeAudiobook(MB, "Lying");
  const { status } = await sendRaw(admin, { length: book.length / 2, bytes: () => book.bytes() });
  // the other bytes aren't a request, so the connection closes, with this response or before it arrives
  expect(status).toBeOneOf([0, 400]);
  await until(() => listFiles()[1]?.length === 0);
  expect(listFiles()).toEqual(filesBefore);
  expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
});
