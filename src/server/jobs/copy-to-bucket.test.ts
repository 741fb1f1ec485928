import { afterEach, beforeEach, test } from "bun:test";

import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { type Club, createClub } from "#tests/support/club.ts";
import { epub } from "#tests/support/epub.ts";
import { until } from "#tests/support/poll-until.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

import { startJobs } from "./start.ts";

let s3: ReturnType<typeof startS3Server>;
let club: Club;
beforeEach(() => {
  s3 = startS3Server();
});
afterEach(async () => {
  club.close();
  await s3.stop();
});

async function createClubWithBook() {
  club = await createClub({ environment: { ...s3.environment, MEDIA: "s3" } });
  const { id } = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  const receivedFile = await club.deps.disk.receive([epub()], { maxBytes: 1e6 });
  await attachFile(club.deps, {
    bookId: id,
    kind: "ebook",
    filename: "a.epub",
    received: receivedFile,
    readListening,
  });
}

test("copies books to the bucket automatically with MEDIA=s3", async () => {
  await createClubWithBook();
  const stopJobs = await startJobs(club.deps);
  await until(() => s3.objects.size === 1);
  await until(() => club.logged.some((line) => line.includes("books copied to the bucket")));
  await stopJobs();
});
