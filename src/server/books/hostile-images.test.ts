import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import { createSandbox } from "#server/adapters/sandbox.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { jpegWithExif, png } from "#tests/support/images.ts";

// one club, because starting the sandbox's child process for each image takes most of the time
const sandbox = createSandbox();
let club: Club;
let admin: Person;
let bookId: number;
beforeAll(async () => {
  club = await createClub({ own: { sandbox } });
  admin = club.admin();
  const book = { title: "Emma", author: "Jane Austen", synopsis: "", month: "2026-03", isbn: "", coverImage: null };
  const fields = { ...book, audiobookNarrator: "", audiobookDuration: "" };
  bookId = (await (await admin.call("POST", "/api/books", fields)).json()).id;
});
afterAll(() => club.close());

/** The two kinds of image uploads. */
const uploadKinds = {
  cover: (filename: string, data: string | Uint8Array) =>
    sendForm(
      club,
      admin,
      "/api/upload/cover",
      multipart([
        { name: "bookId", data: String(bookId) },
        { name: "cover", filename, data },
      ]),
    ),
  photo: (filename: string, data: string | Uint8Array) =>
    sendForm(club, admin, "/api/profile/photo", multipart([{ name: "photo", filename, data }])),
};
const FOLDERS = { cover: "covers", photo: "avatars" };

/** The image's current address, or null. */
const findServed = {
  cover: async () => (await (await admin.call("GET", `/api/books/${bookId}`)).json()).coverImage as string | null,
  photo: async () => (await (await admin.call("GET", "/api/auth/user")).json()).photoURL as string | null,
};
const listStored = (kind: keyof typeof uploadKinds) => readdirSync(join(club.config.storageDir, FOLDERS[kind]));

const countPixels = async (side: number) => {
  const bytes = await png();
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
};
const invalidImages: [string, number, string, () => string | Uint8Array | Promise<Uint8Array>][] = [
  [
    "an SVG with a script",
    415,
    "c.svg",
    () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ],
  ["the same called .png", 415, "c.png", () => '<?xml version="1.0"?><svg><script>alert(1)</script></svg>'],
  ["a web page called .png", 415, "c.png", () => "<!doctype html><script>alert(1)</script>"],
  ["a HEIC", 415, "c.heic", () => "\0\0\0\u0018ftypheic\0\0\0\0mif1heic"],
  ["a script behind the beginning of a GIF", 413, "c.gif", () => "GIF89a/*<script>alert(1)</script>*/=1;"],
  ["20,000 × 20,000 pixels", 413, "c.png", () => countPixels(20_000)],
  ["more than 30 MB", 413, "c.png", () => Buffer.alloc(IMAGE_MAX_BYTES + 1, "x")],
];

describe.each(["cover", "photo"] as const)("a hostile %s (U12)", (kind) => {
  beforeAll(async () => {
    expect((await uploadKinds[kind]("good.png", await png())).ok).toBe(true);
  });

  test.each(invalidImages)(
    "that is %s is rejected, and the previous image stays",
    async (_, status, name, createFile) => {
      const servedBefore = await findServed[kind]();
      expect(servedBefore).not.toBeNull();
      const files = listStored(kind);
      const uploadResponse = await uploadKinds[kind](name, await createFile());
      expect(uploadResponse.status).toBe(status);
      expect((await uploadResponse.json()).message).toBeString();
      expect(await findServed[kind]()).toBe(servedBefore);
      expect(listStored(kind)).toEqual(files);
      expect(readdirSync(join(club.config.storageDir, "tmp"))).toEqual([]);
    },
  );

  test("is served only as an image, even if it is a page, too", async () => {
    const polyglot = Buffer.concat([await png(), Buffer.from("<script>alert(1)</script>")]);
    const uploadResponse = await uploadKinds[kind]("c.png", polyglot);
    expect(uploadResponse.ok).toBe(true);
    const address = kind === "cover" ? ((await uploadResponse.json()).url as string) : await findServed.photo();
    const image = await admin.call("GET", address ?? "");
    expect(image.headers.get("content-type")).toBe("image/webp");
    expect(image.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await image.bytes()).includes("script")).toBe(false);
  });

  test("with its location is served without it", async () => {
    const photoWithExif = await jpegWithExif();
    expect(photoWithExif.includes("GPS-SECRET")).toBe(true);
    const uploadResponse = await uploadKinds[kind]("me.jpg", photoWithExif);
    expect(uploadResponse.ok).toBe(true);
    const address = kind === "cover" ? ((await uploadResponse.json()).url as string) : await findServed.photo();
    const bytes = Buffer.from(await (await admin.call("GET", address ?? "")).bytes());
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.includes("GPS-SECRET")).toBe(false);
  });
});
