import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import type { FoundMetadata } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";
import type { Contents, FileWarnings } from "#contract/reading.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { ODD_BOOKS, oddBook, PAGE, TEXT_LENGTH } from "#tests/support/odd-books.ts";

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  admin = await signedIn(club);
}, 300_000);
afterAll(() => club.stop());

const getJson = async <T>(path: string): Promise<T> =>
  (await fetch(`${club.url}/api/books/${path}`, { headers: { cookie: admin.cookie } })).json();
const contents = () => getJson<Contents>(`${admin.bookId}/contents`);

async function upload(kind: "ebook" | "audiobook", filename: string, data: Uint8Array): Promise<FoundMetadata> {
  const body = multipart([
    { name: "bookId", data: String(admin.bookId) },
    { name: kind, filename, data },
  ]);
  const headers = { cookie: admin.cookie, "content-type": MULTIPART_TYPE };
  const response = await fetch(`${club.url}/api/upload/${kind}`, { method: "POST", body, headers });
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as { found: FoundMetadata }).found;
}

describe("the executable accepts a book that every reader opens, with its text and contents:", () => {
  test.each([...ODD_BOOKS])("%s", async (_, oddities) => {
    await upload("ebook", "a.epub", oddBook(oddities));
    const { sections, toc } = await contents();
    expect(sections.map(({ length }) => length)).toEqual([TEXT_LENGTH]);
    expect(toc[0]).toMatchObject({ title: expect.stringMatching(/^One/), section: 0 });
  });
});

test.each([
  ['<meta charset="windows-1251"/>', "Москва"],
  ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/>', "Москва"],
])("text in an old encoding is read by %s", async (metaTag, text) => {
  const [textBefore = "", textAfter = ""] = PAGE.replace("<title>", `${metaTag}<title>`).split("Once upon a time.");
  const encodedText = Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]);
  await upload(
    "ebook",
    "a.epub",
    oddBook({ page: Buffer.concat([Buffer.from(textBefore), encodedText, Buffer.from(textAfter)]) }),
  );
  const href = (await contents()).sections[0]?.href ?? "";
  const page = await fetch(`${club.url}/api/books/${admin.bookId}/text/${href}`, {
    headers: { cookie: admin.cookie },
  });
  expect(await page.text()).toContain(text);
});

const cover = Buffer.from(await png());
const item = '<item id="pic" href="pic.png" media-type="image/png"/>';
const withItem = (item: string) => (opf: string) => opf.replace("<manifest>", `<manifest>${item}`);
test.each<[string, (opf: string) => string]>([
  [
    "a cover named by its file",
    (opf) => withItem(item)(opf).replace("</metadata>", '<meta name="cover" content="pic.png"/></metadata>'),
  ],
  ["a cover by its id", (opf) => withItem(item.replace('id="pic"', 'id="cover-image"'))(opf)],
  [
    "a cover of the guide",
    (opf) =>
      withItem(item)(opf).replace("</package>", '<guide><reference type="cover" href="pic.png"/></guide></package>'),
  ],
  [
    "a cover in other case",
    (opf) => withItem(item.replace("pic.png", "PIC.png").replace("/>", ' properties="cover-image"/>'))(opf),
  ],
])("%s is found", async (_, opf) => {
  const offer = await upload("ebook", "a.epub", oddBook({ opf, more: [{ name: "OEBPS/pic.png", data: cover }] }));
  expect(offer.cover).toMatch(/^\/api\/covers\//);
});

test("a book with extra bytes around its ZIP is shown", async () => {
  await upload(
    "ebook",
    "a.epub",
    Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), oddBook({}), Buffer.alloc(5000)]),
  );
  expect(await contents()).toMatchObject({ length: TEXT_LENGTH });
});

test("names what members can't see, at upload and in the book", async () => {
  const listLost = (opf: string) =>
    withItem('<item id="lost" href="gone.xhtml" media-type="application/xhtml+xml"/>')(opf).replace(
      "<itemref",
      '<itemref idref="lost"/><itemref',
    );
  const { warnings } = await upload("ebook", "a.epub", oddBook({ opf: listLost }));
  expect(warnings).toEqual([expect.stringMatching(/^Not in the file: 1 page/)]);
  const silentUpload = await upload("audiobook", "a.m4b", m4b({ audioType: 42 }));
  expect(silentUpload.warnings).toEqual([expect.stringMatching(/xHE-AAC/)]);
  const storedWarnings = await getJson<FileWarnings>(`${admin.bookId}/warnings`);
  expect(storedWarnings).toEqual({ ebook: warnings, audiobook: silentUpload.warnings });
});

describe("the executable accepts audio that every player plays:", () => {
  const chapters = [
    { title: "One", start: 0 },
    { title: "Two", start: 20 },
  ];
  test.each<[string, string, () => Uint8Array | Promise<Uint8Array>, number]>([
    [
      "a cover as a video of one still",
      "a.m4b",
      async () => m4b({ seconds: 40, still: { image: await png(), objectType: 0x6d } }),
      40,
    ],
    ["a length that wrapped", "a.m4b", () => m4b({ seconds: 60, headerSeconds: 15 }), 60],
    ["padded sample tables", "a.m4b", () => m4b({ seconds: 40, chapters, tablePadding: 60 }), 40],
    ["a file of QuickTime", "a.m4b", () => m4b({ seconds: 40, brand: "qt  ", isQuickTime: true }), 40],
    [
      "two tags and silence in front",
      "a.mp3",
      () =>
        Buffer.concat([
          mp3({ seconds: 0 }),
          mp3({ seconds: 0 }),
          Buffer.alloc(100_000),
          mp3({ tagged: false, seconds: 40 }),
        ]),
      40,
    ],
    ["an MP3 without a header", "a.mp3", () => mp3({ seconds: 40 }), 40],
  ])("%s", async (_, filename, make, seconds) => {
    await upload("audiobook", filename, await make());
    const book = await getJson<Book>(String(admin.bookId));
    expect(book.audiobookSeconds).toBeCloseTo(seconds, 0);
  });
});
