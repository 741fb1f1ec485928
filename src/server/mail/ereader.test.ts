import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";

import type { EreaderChoice } from "#contract/profile.ts";
import { checkRejections } from "#server/operations/doctor/mail.ts";
import { copyNewFilesToBucket } from "#server/storage/move-media.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMailClub, type MailClub } from "#tests/support/mail-club.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

import { sendMonthlyBooks } from "./ereader.ts";

let club: MailClub;
let bookId: number;
beforeEach(async () => {
  club = await createMailClub({ now: "2026-12-05T14:00:00Z", members: 2 });
  const emma = { title: "Emma", author: "Jane Austen", month: "2026-12" };
  bookId = club.deps.stores.books.insert(emma, "2026-12-01").id;
  await storeEbook(epub());
});
afterEach(() => club.close());

const storeEbook = (bytes: Uint8Array) =>
  sendForm(
    club,
    club.chief,
    "/api/upload/ebook",
    multipart([
      { name: "bookId", data: String(bookId) },
      { name: "ebook", filename: "Emma.epub", data: bytes },
    ]),
  );
const getMia = () => club.people[0] ?? club.chief;
const saveProfile = (body: object) => getMia().call("PATCH", "/api/profile", body);
const sendBook = () => getMia().call("POST", `/api/books/${bookId}/send`);
const confirmEreader = (token: string) => club.visitor.call("POST", "/api/ereader/confirm", { token });
const getProfile = () => jsonOf(getMia().call("GET", "/api/profile"));
/** The token of the link in each mail sent so far. */
const listLinks = () => club.mails().map((mail) => /\/ereader#([\w-]{43})"/.exec(mail)?.[1] ?? "");
/** Saves the address and presses the link; mails count from then on. */
const confirmAddress = async (fields: object = {}) => {
  await saveProfile({ ereaderEmail: "mia@kindle.example", ...fields });
  await club.quiet();
  expect((await confirmEreader(listLinks().at(-1) ?? "")).status).toBe(200);
  club.ses.accepted.length = 0;
};

test("sends books once the first mail's link was pressed", async () => {
  const savedProfile = await jsonOf(saveProfile({ ereaderEmail: " mia@kindle.example " }));
  expect([savedProfile.ereaderEmail, savedProfile.ereaderConfirmed]).toEqual(["mia@kindle.example", false]);
  for (const refusedResponse of [await sendBook(), await getMia().call("POST", "/api/profile/ereader/test")])
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      409,
      "Press the link we emailed to mia@kindle.example first. Your profile can send it again.",
    ]);
  await club.quiet();
  expect(club.reached()).toEqual(["mia@kindle.example"]);
  // Kindles show the attachment only
  expect(club.ses.accepted[0]?.raw).toContain('filename="Confirm your eReader.html"');
  const [token = ""] = listLinks();
  expect(JSON.stringify(club.db.query("SELECT * FROM one_time_secrets").all())).not.toContain(token);
  expect((await club.visitor.call("GET", `/ereader#${token}`)).status).toBe(200);
  expect((await getProfile()).ereaderConfirmed).toBe(false);
  expect(await jsonOf(confirmEreader(token))).toEqual({ ereaderEmail: "mia@kindle.example" });
  expect((await confirmEreader(token)).status).toBe(404);
  expect((await getProfile()).ereaderConfirmed).toBe(true);
  expect((await sendBook()).status).toBe(202);
});

test("confirms a changed address again, and voids the old link", async () => {
  await saveProfile({ ereaderEmail: "mia@kindle.example" });
  await club.quiet();
  await saveProfile({ ereaderEmail: "mia@pocketbook.example" });
  await club.quiet();
  const [firstLink = "", secondLink = ""] = listLinks();
  expect((await confirmEreader(firstLink)).status).toBe(404);
  expect((await confirmEreader(secondLink)).status).toBe(200);
  await saveProfile({ ereaderEmail: "mia@pocketbook.example", ereaderEachBook: true });
  expect((await getProfile()).ereaderConfirmed).toBe(true);
  await saveProfile({ ereaderEmail: "mia@kindle.example" });
  expect((await getProfile()).ereaderConfirmed).toBe(false);
  expect((await sendBook()).status).toBe(409);
});

test("a link is good for a day, and can be sent again", async () => {
  await saveProfile({ ereaderEmail: "mia@kindle.example" });
  await club.quiet();
  club.setTime("2026-12-06T14:00:01Z");
  expect((await confirmEreader(listLinks()[0] ?? "")).status).toBe(404);
  expect((await getMia().call("POST", "/api/profile/ereader/link")).status).toBe(202);
  await club.quiet();
  expect((await confirmEreader(listLinks()[1] ?? "")).status).toBe(200);
  expect((await getMia().call("POST", "/api/profile/ereader/link")).status).toBe(409);
});

test("counts links as eReader mails, ten a day for strangers", async () => {
  for (let at = 0; at < 10; at += 1)
    expect((await saveProfile({ ereaderEmail: `stranger${at}@example.org` })).status).toBe(200);
  expect((await saveProfile({ ereaderEmail: "stranger10@example.org" })).status).toBe(429);
  expect((await getProfile()).ereaderEmail).toBe("stranger9@example.org");
});

test("doesn't send a queued link after the address changed", async () => {
  club.deps.stores.email.pause({ reason: "test", until: "2026-12-05T14:30:00.000Z" });
  await saveProfile({ ereaderEmail: "one@example.org" });
  await saveProfile({ ereaderEmail: "two@example.org" });
  await club.quiet();
  expect(club.reached()).toEqual(["two@example.org"]);
});

test("stores an address unconfirmed while email is off", async () => {
  club.deps.stores.email.enable(false, "2026-12-05T14:00:00.000Z");
  expect((await jsonOf(saveProfile({ ereaderEmail: "mia@kindle.example" }))).ereaderConfirmed).toBe(false);
  expect((await getMia().call("POST", "/api/profile/ereader/link")).status).toBe(409);
  expect(club.deps.stores.outbox.hasQueued()).toBe(false);
});

test("a book goes to the eReader's address as an attached EPUB", async () => {
  await confirmAddress();
  expect((await sendBook()).status).toBe(202);
  const [mail] = club.ses.accepted;
  expect(mail?.to).toBe("mia@kindle.example");
  expect(mail?.raw).toContain("Content-Type: application/epub+zip");
  expect(mail?.raw.replaceAll(/\s/g, "")).toContain(epub().toString("base64"));
});

test("names the invalid field when the address is cleared with it", async () => {
  const response = await saveProfile({ email: "x", ereaderEmail: null });
  expect(response.status).toBe(422);
  expect((await response.json()).errors).toEqual([{ path: "/email", message: "Invalid email address" }]);
});

test("sends a test mail that shows whether the address works", async () => {
  await confirmAddress();
  expect((await getMia().call("POST", "/api/profile/ereader/test")).status).toBe(202);
  expect(club.ses.accepted).toHaveLength(1);
});

test("sends nothing without address, mail or eBook", async () => {
  expect((await sendBook()).status).toBe(409);
  await confirmAddress();
  const comingBook = { title: "Coming", author: "Nobody", month: "2027-01" };
  const { id } = club.deps.stores.books.insert(comingBook, "2026-12-01");
  expect((await getMia().call("POST", `/api/books/${id}/send`)).status).toBe(404);
  await saveProfile({ ereaderEmail: "" });
  expect((await sendBook()).status).toBe(409);
  await confirmAddress();
  club.deps.stores.email.enable(false, "2026-12-05T14:00:00.000Z");
  expect((await sendBook()).status).toBe(409);
  club.deps.stores.email.enable(true, "2026-12-05T14:00:00.000Z");
  club.deps.stores.books.update(bookId, { ebookFilename: null });
  expect((await sendBook()).status).toBe(404);
  expect(club.ses.accepted).toEqual([]);
});

test("a book too large to mail is rejected with the limit", async () => {
  await confirmAddress();
  const image = Buffer.alloc(8 * 1024 * 1024);
  crypto.getRandomValues(image.subarray(0, 65_536));
  for (let at = 65_536; at < image.length; at += 65_536) image.copy(image, at, 0, 65_536);
  await storeEbook(epub({}, [{ name: "OEBPS/p.png", data: image, stored: true }]));
  const response = await sendBook();
  expect(response.status).toBe(413);
  expect((await response.json()).message).toContain("at most 7 MB");
});

test("a member gets ten mails a day, the link included", async () => {
  await confirmAddress();
  for (let at = 1; at < 10; at += 1) expect((await sendBook()).status).toBe(202);
  const eleventhResponse = await sendBook();
  expect(eleventhResponse.status).toBe(429);
  expect(Number(eleventhResponse.headers.get("retry-after"))).toBeGreaterThan(0);
  club.setTime("2026-12-06T14:00:01Z");
  expect((await sendBook()).status).toBe(202);
});

test("members who want each book get this month's once", async () => {
  await confirmAddress({ ereaderEachBook: true });
  await sendMonthlyBooks(club.deps);
  await sendMonthlyBooks(club.deps);
  expect(club.ses.accepted.map(({ to }) => to)).toEqual(["mia@kindle.example"]);
});

test.each<[string, (userId: number) => void]>([
  ["the address changes", (id) => saveChoice(id, { ereaderEmail: "stranger@example.org", ereaderConfirmed: false })],
  ["the choice ends", (id) => saveChoice(id, { ereaderEachBook: false })],
  ["the member is deleted", (id) => club.deps.stores.users.delete(id)],
  ["mail is turned off", () => club.deps.stores.email.enable(false, "2026-12-05T14:00:00.000Z")],
])("sends a member no book if %s while others get theirs", async (_, change) => {
  const [first, second] = club.people.map(({ user }) => user.id);
  for (const id of [first ?? 0, second ?? 0]) saveChoice(id);
  club.ses.watch(() => change(second ?? 0));
  await sendMonthlyBooks(club.deps);
  expect(club.ses.accepted.map(({ to }) => to)).toEqual([`${first}@kindle.example`]);
});

const saveChoice = (id: number, change: Partial<EreaderChoice> = {}) => {
  const choice = { ereaderEmail: `${id}@kindle.example`, ereaderConfirmed: true, ereaderEachBook: true };
  club.deps.stores.ereaderChoices.save(id, { ...choice, ...change });
};

test("sends a book from the disk with MEDIA=s3, bucket or not", async () => {
  club.close();
  const s3 = startS3Server();
  const now = "2026-12-05T14:00:00Z";
  club = await createMailClub({ now, members: 2, environment: { MEDIA: "s3", ...s3.environment } });
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "J", month: "2026-12" }, "2026-12-01").id;
  await storeEbook(epub());
  await confirmAddress({ ereaderEachBook: true });
  expect(await copyNewFilesToBucket(club.deps)).toBe(true);
  for (const storageFault of [null, "broken"] as const) {
    s3.make(storageFault);
    expect((await sendBook()).status).toBe(202);
  }
  await sendMonthlyBooks(club.deps);
  expect(club.ses.accepted).toHaveLength(3);
  for (const { raw } of club.ses.accepted) expect(raw.replaceAll(/\s/g, "")).toContain(epub().toString("base64"));

  s3.make(null);
  rmSync(club.deps.disk.absolute(club.deps.stores.books.findFile(bookId, "ebook")?.path ?? ""));
  const response = await sendBook();
  expect([response.status, (await response.json()).message]).toEqual([
    404,
    expect.stringContaining("still download it"),
  ]);
  await s3.stop();
});

test.each(["nobody", "a@b", "a@b.example\r\nBcc: all@example.org", 5])("%p isn't an address", async (ereaderEmail) => {
  expect((await saveProfile({ ereaderEmail })).status).toBe(422);
});

test("reports a failed eReader delivery without the address", async () => {
  await confirmAddress({ ereaderEachBook: true });
  club.ses.treat(() => ({
    kind: "error",
    status: 400,
    code: "MessageRejected",
    message: "mia@kindle.example is full",
  }));
  const countRejected = () => club.deps.stores.count({ seenAfter: "", createdAfter: "" }).refusedBooks;
  expect([checkRejections(club.deps), countRejected()]).toEqual([[], 0]);
  await sendMonthlyBooks(club.deps);
  const [finding, ...otherFindings] = checkRejections(club.deps);
  expect(finding).toMatchObject({ topic: "eReaders", state: "note" });
  expect(finding?.message).toStartWith("The month's eBook didn't reach 1 eReader: ");
  expect(finding?.message).not.toContain("mia@");
  expect((await sendBook()).status).toBe(502);
  expect(club.logged.filter((line) => line.includes("mia@"))).toEqual([]);
  expect([otherFindings, countRejected()]).toEqual([[], 1]);
  expect((await getProfile()).ereaderRefused).toContain("is full");
  expect((await jsonOf(club.chief.call("GET", "/api/profile"))).ereaderRefused).toBeUndefined();
  // an admin resent it, and it arrived
  club.ses.treat(() => ({ kind: "ok" }));
  expect((await sendBook()).status).toBe(202);
  expect([(await getProfile()).ereaderRefused, checkRejections(club.deps), countRejected()]).toEqual([
    undefined,
    [],
    0,
  ]);
  club.deps.stores.ereaderBooks.updateRefusal(getMia().user.id, bookId, "full");
  expect(checkRejections(club.deps)).toHaveLength(1);
  // an old failure isn't shown
  club.setTime("2027-02-05T14:00:00Z");
  expect(checkRejections(club.deps)).toEqual([]);
});
