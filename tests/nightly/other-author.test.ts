import { afterAll, beforeAll, expect, test } from "bun:test";

import { type ApiClient, apiClient, callAsAdmin } from "#tests/support/api-client.ts";
import { epub } from "#tests/support/epub.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

const push = startPushService();
let club: RunningClub;
/** The author of each call, and whose cookie it has by now. */
let ada: ApiClient;
let bea: ApiClient;
let bookId: number;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", PUSH_ORIGINS: push.origin } });
  await club.makeAdmin("ada");
  await club.makeAdmin("bea");
  [ada, bea] = [await callAsAdmin(club, "ada"), await callAsAdmin(club, "bea")];
  bookId = await importBook(club, {
    ebook: bookOf({ chapters: plainChapters([2000, 3000]) }),
    audio: { seconds: 600 },
  });
}, 60_000);
afterAll(async () => {
  await club.stop();
  await push.stop();
});

/** Sends as the page of `ada` would with the cookie of `bea`; returns the status and the first words. */
async function sendAsAda(
  method: string,
  path: string,
  body: Uint8Array | object,
  headers: Record<string, string> = {},
) {
  const { id } = await jsonOf(ada.call("GET", "/api/auth/user"));
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(new URL(path, club.url), {
    method,
    body: isBytes ? Buffer.from(body) : JSON.stringify(body),
    headers: {
      cookie: bea.cookie,
      "x-member": String(id),
      ...(!isBytes && { "content-type": "application/json" }),
      ...headers,
    },
  });
  return [response.status, (await response.json()).message];
}
const REFUSED = [409, "Somebody else is signed in now."];

test("stores no position, bookmark or push under another member", async () => {
  const position = { bookId, currentTime: 300, client: "phone", sequence: 1, reason: "seek" };
  const calls: [method: string, path: string, body: object][] = [
    ["POST", "/api/audiobook-progress", position],
    ["POST", "/api/reading-progress", { bookId, fraction: 0.5, locator: "epubcfi(/6/2)" }],
    ["PUT", `/api/books/${bookId}/reached`, { fraction: 1 }],
    ["POST", "/api/bookmarks", { bookId, currentTime: 300, note: "Private" }],
    ["POST", "/api/profile/push", push.subscription()],
  ];
  for (const [method, path, body] of calls)
    expect([path, await sendAsAda(method, path, body)]).toEqual([path, REFUSED]);
  for (const person of [ada, bea]) {
    expect(await jsonOf(person.call("GET", `/api/bookmarks?bookId=${bookId}`))).toEqual([]);
    expect(await jsonOf(person.call("GET", `/api/audiobook-progress?bookId=${bookId}`))).toMatchObject({ revision: 0 });
    expect(await jsonOf(person.call("GET", `/api/reading-progress?bookId=${bookId}`))).toMatchObject({ revision: 0 });
    expect(await jsonOf(person.call("GET", "/api/push/key"))).toMatchObject({ isOn: false });
  }
  // the same calls with the author's own cookie are taken
  for (const [method, path, body] of calls)
    expect([path, (await apiClient(club.url, ada.cookie).call(method, path, body)).ok]).toEqual([path, true]);
});

test("stores no file of one member under another", async () => {
  const fetchBook = () => jsonOf(ada.call("GET", `/api/books/${bookId}`));
  const before = await fetchBook();
  const form = (name: string, filename: string, data: Uint8Array) =>
    multipart([
      { name: "bookId", data: String(bookId) },
      { name, filename, data },
    ]);
  const formType = { "content-type": MULTIPART_TYPE };
  const image = await png();
  for (const [path, body] of [
    ["/api/upload/ebook", form("ebook", "a.epub", epub())],
    ["/api/upload/cover", form("cover", "a.png", image)],
    ["/api/profile/photo", form("photo", "a.png", image)],
  ] as const)
    expect([path, await sendAsAda("POST", path, body, formType)]).toEqual([path, REFUSED]);

  const bytes = Buffer.from(epub());
  const startHeaders = {
    "tus-resumable": "1.0.0",
    "upload-length": String(bytes.length),
    "upload-metadata": tusMetadata({ filename: "a.epub", kind: "ebook", bookId: String(bookId) }),
  };
  const sendPiece = (method: string, path: string, headers: Record<string, string>, body: Buffer) =>
    sendAsAda(method, path, body, headers);
  expect(await sendPiece("POST", "/api/uploads", startHeaders, Buffer.alloc(0))).toEqual(REFUSED);
  const startResponse = await fetch(`${club.url}/api/uploads`, {
    method: "POST",
    headers: { cookie: ada.cookie, ...startHeaders },
  });
  // the cookie changed between two pieces
  expect(await sendPiece("PATCH", startResponse.headers.get("location") ?? "", tusBytes(0), bytes)).toEqual(REFUSED);
  expect(await fetchBook()).toEqual(before);
});
