import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { checkEpub } from "#server/epub/check.ts";
import { prepareEpub } from "#server/epub/prepare.ts";
import { CONTAINER, epub, MIMETYPE, packageDocument } from "#tests/support/epub.ts";
import { packedZeros, zip, type ZipEntry } from "#tests/support/zip.ts";

const folder = mkdtempSync(join(tmpdir(), "epub-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(bytes: Uint8Array) {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  return checkEpub(path);
}

const LOCKED = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">
  <EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
  <CipherData><CipherReference URI="OEBPS/one.xhtml"/></CipherData></EncryptedData></encryption>`;

describe("a good EPUB (U09)", () => {
  test.each(["3.0", "2.0"])("version %s has its title, author and cover", async (version) => {
    const metadata = await inspect(
      epub({ title: "Pride &amp; Prejudice &#233;", version, cover: "images/my%20cover.png" }, [
        { name: "OEBPS/images/my cover.png", data: "GIF89a" },
      ]),
    );
    expect(metadata).toMatchObject({ title: "Pride & Prejudice é", author: "Jane Austen" });
    expect(Buffer.from(metadata.cover ?? []).toString()).toBe("GIF89a");
  });

  test("accepts one without title, author or cover", async () => {
    const bareOpf = `<package version="3.0"><metadata/><manifest><item id="a" href="a.xhtml"/></manifest></package>`;
    const metadata = await inspect(zip([MIMETYPE, CONTAINER, { name: "OEBPS/content.opf", data: bareOpf }]));
    expect(metadata).toMatchObject({ title: "", author: "", cover: null });
  });

  test.each<[string, Uint8Array]>([
    ["packed its mimetype", zip([{ ...MIMETYPE, stored: false }, CONTAINER, packageDocument()])],
    ["moved its mimetype", zip([CONTAINER, packageDocument(), MIMETYPE])],
    [
      "ended its mimetype with a line",
      zip([{ ...MIMETYPE, data: "application/epub+zip\r\n" }, CONTAINER, packageDocument()]),
    ],
    ["lost its mimetype", zip([CONTAINER, packageDocument()])],
    ["left a small EPUB in it", epub({}, [{ name: "Emma.epub", data: epub() }])],
  ])("that a program zipped again and %s is accepted", async (_, bytes) => {
    expect(await inspect(bytes)).toMatchObject({ title: "Emma", author: "Jane Austen" });
  });

  test.each(["application/zip", "application/epub", "epub+zip", "", "x".repeat(5000)])(
    "with a wrong mimetype (%#) and a container is accepted with a warning",
    async (data) => {
      const path = join(folder, crypto.randomUUID());
      await Bun.write(path, zip([{ ...MIMETYPE, data }, CONTAINER, packageDocument()]));
      expect(await checkEpub(path)).toMatchObject({ title: "Emma" });
      const warnings = await prepareEpub(path, `${path}-pack`);
      expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining("devices refuse it")]));
    },
  );

  test("whose cover is named outside the archive has no cover", async () => {
    expect((await inspect(epub({ cover: "../../../etc/passwd" }))).cover).toBeNull();
  });

  test("keeps titles to one line without direction marks", async () => {
    const { title } = await inspect(epub({ title: "One\n  two\u202ethree" }));
    expect(title).toBe("One twothree");
  });
});

const IMAGE: ZipEntry = { name: "OEBPS/images/front.png", data: "GIF89a" };
const createOpf = (metadata: string, manifest: string, extraOpf = ""): ZipEntry => {
  const { name, data } = packageDocument();
  const text = String(data).replace("</metadata>", `${metadata}</metadata>`);
  return {
    name,
    data: text.replace("</manifest>", `${manifest}</manifest>`).replace("</package>", `${extraOpf}</package>`),
  };
};
const createItem = (id: string, href: string, type: string) => `<item id="${id}" href="${href}" media-type="${type}"/>`;
const FRONT = createItem("front", "images/front.png", "image/png");
const htmlPage = (name: string, body: string): ZipEntry => ({
  name,
  data: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Cover</title></head><body>${body}</body></html>`,
});
const createSvgCover = (href: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${href}"/></svg>`;
const createReference = (href: string) => `<guide><reference type="Cover" title="Cover" href="${href}"/></guide>`;

describe("a cover is found as readers find it:", () => {
  test.each<[string, ZipEntry, ZipEntry[]]>([
    ["a meta that names the file", createOpf('<meta name="cover" content="images/front.png"/>', FRONT), [IMAGE]],
    ["a meta in other case", createOpf('<meta name="Cover" content="FRONT"/>', FRONT), [IMAGE]],
    ["the id cover-image", createOpf("", createItem("cover-image", "images/front.png", "image/png")), [IMAGE]],
    ["the id Cover-Image", createOpf("", createItem("Cover-Image", "images/front.png", "image/png")), [IMAGE]],
    ["a guide's reference to the image", createOpf("", FRONT, createReference("images/front.png")), [IMAGE]],
    [
      "a guide's reference to a page",
      createOpf("", FRONT + createItem("p", "p.xhtml", "application/xhtml+xml"), createReference("p.xhtml#top")),
      [IMAGE, htmlPage("OEBPS/p.xhtml", '<p><img src="images/front.png" alt="Cover"/></p>')],
    ],
    [
      "a page with an SVG around the image",
      createOpf("", FRONT + createItem("cover", "c.xhtml", "application/xhtml+xml")),
      [IMAGE, htmlPage("OEBPS/c.xhtml", createSvgCover("images/front.png"))],
    ],
    [
      "a drawing around the image",
      createOpf("", FRONT + '<item id="c" href="c.svg" media-type="image/svg+xml" properties="cover-image"/>'),
      [IMAGE, { name: "OEBPS/c.svg", data: createSvgCover("images/front.png") }],
    ],
    [
      "a page with the image as an object",
      createOpf("", FRONT + createItem("cover", "c.xhtml", "application/xhtml+xml")),
      [IMAGE, htmlPage("OEBPS/c.xhtml", '<object data="images/front.png" type="image/png"></object>')],
    ],
    [
      "a page with the image twice",
      createOpf("", FRONT + createItem("cover", "c.xhtml", "application/xhtml+xml")),
      [IMAGE, htmlPage("OEBPS/c.xhtml", '<img src="images/front.png"/><img src="images/front.png"/>')],
    ],
    [
      "a meta that names the file without its folder",
      createOpf('<meta name="cover" content="front.png"/>', FRONT),
      [IMAGE],
    ],
    [
      "a drawing with the image in it",
      createOpf("", '<item id="c" href="c.svg" media-type="image/svg+xml" properties="cover-image"/>'),
      [
        {
          name: "OEBPS/c.svg",
          data: createSvgCover(`data:image/gif;base64,${Buffer.from("GIF89a").toString("base64")}`),
        },
      ],
    ],
    ["a property in other case", createOpf("", FRONT.replace("/>", ' properties="Cover-Image"/>')), [IMAGE]],
    [
      "the next one where the first is no image",
      createOpf(
        '<meta name="cover" content="front"/>',
        FRONT + createItem("n", "images/none.png", "image/png").replace("/>", ' properties="cover-image"/>'),
      ),
      [IMAGE, { name: "OEBPS/images/none.png", data: "none" }],
    ],
    [
      "an image that only its name tells, and not the back cover",
      createOpf("", createItem("b", "back_cover.png", "image/png") + createItem("f", "Front_Cover.png", "image/png")),
      [
        { ...IMAGE, name: "OEBPS/Front_Cover.png" },
        { name: "OEBPS/back_cover.png", data: "GIF89a back" },
      ],
    ],
    ["an image in other case", createOpf("", createItem("cover-image", "Images/FRONT.png", "image/png")), [IMAGE]],
    [
      "an image of a wrong type",
      createOpf('<meta name="cover" content="f"/>', createItem("f", "images/front.png", "text/plain")),
      [IMAGE],
    ],
  ])("%s", async (_, opf, extraFiles) => {
    const metadata = await inspect(
      zip([MIMETYPE, CONTAINER, opf, htmlPage("OEBPS/one.xhtml", "<p>Once.</p>"), ...extraFiles]),
    );
    expect(Buffer.from(metadata.cover ?? []).toString()).toBe("GIF89a");
  });

  test("a first page with one image, but no image among words", async () => {
    const opf = createOpf("", FRONT);
    const coverPage = htmlPage("OEBPS/one.xhtml", '<img src="images/front.png" alt=""/>');
    expect((await inspect(zip([MIMETYPE, CONTAINER, opf, coverPage, IMAGE]))).cover).not.toBeNull();
    const storyPage = htmlPage("OEBPS/one.xhtml", `<img src="images/front.png" alt=""/><p>${"Word ".repeat(500)}</p>`);
    expect((await inspect(zip([MIMETYPE, CONTAINER, opf, storyPage, IMAGE]))).cover).toBeNull();
  });
});

describe("rejected with a sentence that says why", () => {
  const validEpub = epub();
  const opf = packageDocument();
  const largePage: ZipEntry = { name: "a.xhtml", data: "x".repeat(1000) };
  const bomb = Buffer.alloc(8 * 1024 * 1024);
  const gibibyteEpub = epub({}, [{ name: "b.xhtml", packed: packedZeros(1024), claimedSize: 1024 ** 3 }]);
  test.each<[string, Uint8Array, RegExp]>([
    ["an empty file", new Uint8Array(), /ZIP/],
    ["one byte", new Uint8Array(1), /ZIP/],
    ["a text", Buffer.from("Call me Ishmael. ".repeat(99)), /ZIP/],
    ["a web page", Buffer.from("<!doctype html><title>x</title>"), /ZIP/],
    ["an EPUB that was cut off", validEpub.subarray(0, validEpub.length - 40), /ZIP|directory/],
    ["any other ZIP", zip([largePage]), /mimetype/],
    ["another mimetype and no container.xml", zip([{ ...MIMETYPE, data: "application/zip" }, opf]), /something else/],
    ["a mimetype without an end and no container.xml", zip([{ ...MIMETYPE, data: "x".repeat(5000) }, opf]), /else/],
    [
      "no container.xml, and two packages",
      zip([MIMETYPE, opf, { ...opf, name: "other.opf" }]),
      /container\.xml' is missing/,
    ],
    ["no package document", zip([MIMETYPE, CONTAINER]), /content\.opf' is missing/],
    ["a package that is no XML", zip([MIMETYPE, CONTAINER, { name: "OEBPS/content.opf", data: "<a><b>" }]), /can't be/],
    [
      "own entities in the package",
      zip([
        MIMETYPE,
        CONTAINER,
        { name: "OEBPS/content.opf", data: `<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>${opf.data}` },
      ]),
      /can't be read/,
    ],
    ["a bomb of a gibibyte in one megabyte", gibibyteEpub, /many times its size/],
    ["a bomb of one entry", epub({}, [{ name: "b.xhtml", data: bomb }]), /many times its size/],
    [
      "a bomb that claims to be small",
      epub({}, [{ name: "b.xhtml", data: bomb, claimedSize: 5e9 - 1e9 }]),
      /many times/,
    ],
    [
      "a bomb of many entries",
      epub(
        {},
        Array.from({ length: 30 }, (_, index) => ({ name: `${index}.xhtml`, data: Buffer.alloc(1024 * 1024) })),
      ),
      /many times its size/,
    ],
    ["entries that overlap", epub({}, [largePage, { ...largePage, name: "b.xhtml", sameBytesAs: 4 }]), /overlap/],
    [
      "names that are long together",
      epub(
        {},
        [..."0123456789abcdef"].map((letter) => ({ name: letter.repeat(65_535) })),
      ),
      /names of its files are too long/,
    ],
    ["another archive inside", epub({}, [{ name: "more.zip", data: "PK" }]), /another archive/],
    ["a large EPUB inside", epub({}, [{ name: "more.epub", data: randomBytes(1_100_000) }]), /another archive/],
    ["an encrypted entry", epub({}, [{ ...largePage, encrypted: true }]), /encrypted/],
    ["a symbolic link", epub({}, [{ name: "a", data: "/etc/passwd", unixMode: 0o120777 }]), /symbolic link/],
    ["a name that climbs", epub({}, [{ name: "../../evil", data: "x" }]), /outside/],
    ["a name that climbs by backslashes", epub({}, [{ name: "..\\..\\evil", data: "x" }]), /outside/],
    ["an absolute name", epub({}, [{ name: "/etc/evil", data: "x" }]), /outside/],
    ["a book under DRM", epub({}, [{ name: "META-INF/license.lcpl", data: "{}" }]), /DRM/],
    [
      "a book of a shop whose text is encrypted",
      epub({}, [
        { name: "META-INF/rights.xml", data: "<rights/>" },
        { name: "meta-inf/Encryption.xml", data: LOCKED },
      ]),
      /DRM/,
    ],
    [
      "a book of a shop that encrypts without saying so",
      zip([
        MIMETYPE,
        CONTAINER,
        packageDocument(),
        { name: "rights.xml", data: "<rights/>" },
        { name: "OEBPS/one.xhtml", data: Buffer.alloc(500, 0x9b) },
      ]),
      /DRM/,
    ],
    ["a book whose text is encrypted", epub({}, [{ name: "META-INF/encryption.xml", data: LOCKED }]), /DRM/],
  ])("%s", async (_, bytes, message) => {
    await expect(inspect(bytes)).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(message) });
    // with a hint
    await expect(inspect(bytes)).rejects.toThrow(/convert it to EPUB|Ask the publisher/);
  });

  test("a hundred thousand entries, from the directory alone (U10)", async () => {
    const bytes = zip([
      MIMETYPE,
      ...Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}`, stored: true })),
    ]);
    await expect(inspect(bytes)).rejects.toThrow("more than 10000 entries");
  });
});
