import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";

const MB = 1024 * 1024;

let club: RunningClub;
let bookId: number;
const browser = await openBrowser();
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  ({ bookId } = await signedIn(club));
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

/** A connection to the club that counts sent bytes, and breaks at a number of them. */
async function cutLine(firstBytes: number) {
  let sentBytes = 0;
  let cutAtBytes = firstBytes;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (sentBytes >= cutAtBytes) return client.destroy();
    const upstream = connect(Number(new URL(club.url).port), "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => (client.destroy(), upstream.destroy(), sockets.delete(socket)));
    }
    client.on("data", (bytes) => {
      sentBytes += bytes.length;
      if (sentBytes >= cutAtBytes) for (const socket of sockets) socket.destroy();
      else if (!upstream.write(bytes)) client.pause();
    });
    upstream.on("drain", () => client.resume());
    upstream.on("data", (bytes) => client.write(bytes));
  });
  server.listen(0, "127.0.0.1");
  const address = await until(
    () => server.address(),
    (found) => found !== null,
  );
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    sent: () => sentBytes,
    isCut: () => sentBytes >= cutAtBytes,
    /** Works again until this many bytes have been sent. */
    repair: (nextCutBytes: number) => void (cutAtBytes = nextCutBytes),
    close: () => void server.close(),
  };
}

async function choose(page: Page, path: string): Promise<void> {
  await page.goto("/admin?tab=audiobook");
  await page.getByLabel("Audiobook file", { exact: true }).setInputFiles(path);
}

test("resumes after a kill, and in a new tab", async () => {
  const book = largeAudiobook(96 * MB);
  const path = join(club.storageDir, "Emma.m4b");
  writeFileSync(path, Buffer.concat([...book.bytes()]));
  const line = await cutLine(book.length / 4);
  const restart = async () => {
    await until(line.isCut);
    await club.kill();
    await club.restart();
  };

  const page = await browser.page({ club: { url: line.url } });
  await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  await choose(page, path);
  await page.getByText("Connection lost.", { exact: false }).waitFor();
  await restart();
  // the page is still open, and resumes when the server is back
  line.repair(book.length / 2);
  await until(line.isCut);
  await page.getByText("Connection lost.", { exact: false }).waitFor();
  const tab = await page.context().newPage();
  await page.close();
  await restart();

  line.repair(Infinity);
  const sentBefore = line.sent();
  await choose(tab, path);
  await tab.getByText("Audiobook uploaded successfully").waitFor({ timeout: 60_000 });
  line.close();
  const sentFraction = line.sent() / book.length;
  console.log(`an upload that broke at 25 % and 50 %, in two tabs: ${sentFraction.toFixed(3)} times its size sent`);
  expect(sentBefore / book.length).toBeGreaterThan(0.5);
  expect(sentFraction).toBeLessThanOrEqual(1.1);
  const db = openDatabase(join(club.storageDir, "bookclub.db"));
  expect(createStores(db).books.findFile(bookId, "audiobook")).toMatchObject({
    size: book.length,
    sha256: book.sha256(),
  });
  db.close();
  expect(browser.faults).toEqual([]);
}, 300_000);
