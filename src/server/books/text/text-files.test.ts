import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { until } from "#tests/support/poll-until.ts";
import { pageOf, type TestBook } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());

const givePage = (body: string, fields: Partial<TestBook> = {}) =>
  club.giveText({ chapters: [{ title: "One", body }], ...fields });
/** The response for a file of a book. */
const serveFile = async (name: string, type: string, data: string | Buffer) => {
  await givePage("<p>1</p>", { more: [{ name, type, data }] });
  return club.text(`OEBPS/${name}`);
};
const fetchText = async (href = "OEBPS/text/c1.xhtml") => (await club.text(href)).text();

const openEbooks = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(".epub");
    } catch {
      return false;
    }
  }).length;

describe("a chapter", () => {
  test("is served as XHTML with a policy that lets nothing run", async () => {
    await givePage("<p>Once&hellip;</p>");
    const response = await club.text("OEBPS/text/c1.xhtml");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'none'", "script-src 'none'", "form-action 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(rule);
    // a request must pass both: one allows the club's origin, the other there the book's path or a font of the reader
    const [originPolicy = "", pathPolicy = "", ...otherRules] = policy.split(", ");
    expect(otherRules).toEqual([]);
    expect(originPolicy).not.toContain("http");
    for (const rule of pathPolicy.split("; ")) {
      const [name = "", ...sources] = rule.split(" ");
      const ownSource =
        name === "font-src"
          ? /^https?:\/\/\*:\*\/(?:api\/books\/\d+\/text|assets)\/$/
          : /^https?:\/\/\*:\*\/api\/books\/\d+\/text\/$/;
      const allowedSources = ["'none'", "data:", "'unsafe-inline'", ...(name === "frame-ancestors" ? ["'self'"] : [])];
      expect([name, sources.filter((source) => !allowedSources.includes(source) && !ownSource.test(source))]).toEqual([
        name,
        [],
      ]);
    }
    // what cleaning keeps in a data URL is shown
    expect(policy.match(/(?:img|font|media)-src [^;,]*data:/g)).toHaveLength(6);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    // Bun would add the name of the stored file
    expect(response.headers.get("content-disposition")).toBe("inline");
    expect(await response.text()).toContain("<p>Once…</p>");
  });

  test("isn't sent again while unchanged", async () => {
    await givePage("<p>Once.</p>");
    const { headers } = await club.text("OEBPS/text/c1.xhtml");
    expect(headers.get("cache-control")).toBe("private, max-age=5, no-transform");
    const etag = headers.get("etag") ?? "";
    const secondResponse = await club.text("OEBPS/text/c1.xhtml", { "if-none-match": etag });
    expect([secondResponse.status, await secondResponse.text()]).toEqual([304, ""]);
    club.pass(1);
    await givePage("<p>Twice.</p>");
    expect((await club.text("OEBPS/text/c1.xhtml", { "if-none-match": etag })).status).toBe(200);
  });

  test.each([
    ["a script", "<script>alert(1)</script>", /script|alert/],
    ["a script of another prefix", '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', /alert/],
    ["a frame", '<iframe src="https://example.org/"/>', /iframe|example/],
    ["a frame behind an empty title", '<title/><iframe src="https://example.org/"/>', /iframe|example/],
    ["an embedded file", '<embed src="https://example.org/"/>', /embed|example/],
    ["a handler", '<p onclick="alert(1)">Text</p>', /onclick|alert/],
    ["a link that runs", '<p><a href="java&#9;script:alert(1)">Text</a></p>', /alert/],
    ["a drawing that runs", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /alert/],
    ["a page that leads away", '<meta http-equiv="refresh" content="0;url=https://example.org/"/>', /refresh|example/],
    ["a connection ahead", '<link rel="preconnect" href="https://example.org/"/>', /preconnect|example/],
    ["a style sheet from outside", '<link rel="stylesheet" href="//example.org/a.css"/>', /example/],
    ["a base", '<base href="https://example.org/"/>', /example/],
  ])("loses %s, well-formed or not", async (_, payload, forbiddenText) => {
    await givePage(`<p>Before</p>${payload}<p>After</p>`);
    expect(await fetchText()).not.toMatch(forbiddenText);
    expect(await fetchText()).toMatch(/Before[^]*After/);
    club.pass(1);
    await givePage(`<p>Before</p>${payload}<p>After & <b>broken</p>`);
    const malformedResponse = await club.text("OEBPS/text/c1.xhtml");
    expect(malformedResponse.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
    expect(await fetchText()).not.toMatch(forbiddenText);
    expect(await fetchText()).toMatch(/Before[^]*After/);
  });

  test("keeps the fallback of embedded files and of scripts", async () => {
    await givePage('<object data="a.swf"><p>A picture</p></object><noscript><p>No script</p></noscript>');
    expect(await fetchText()).toContain("<p>A picture</p><p>No script</p>");
  });

  test("in another encoding is read as declared", async () => {
    const latinPage = Buffer.from(pageOf("é", "<p>Café</p>").replace("utf-8", "iso-8859-1"), "latin1");
    const response = await serveFile("text/c2.xhtml", "application/xhtml+xml", latinPage);
    expect(await response.text()).toContain("<p>Café</p>");
  });

  test.each([
    ["tags than members can wait for", () => "<b/>".repeat(610_000)],
    ["than 8 MB", () => randomBytes(7 * 1024 * 1024).toString("base64")],
  ])("with more %s is not shown, and the book is", async (_, body) => {
    await givePage(body());
    expect((await club.text("OEBPS/text/c1.xhtml")).status).toBe(404);
    expect(await club.get("contents")).toMatchObject({ length: 0, sections: [{ length: 0 }] });
  });

  // would take minutes if cleaning were quadratic
  test.each(["<![CDATA[x", "<!doctype [", "1"])(
    "is cleaned at the same speed with a million of %s",
    async (evilMarkup) => {
      const randomText = randomBytes(300_000).toString("base64");
      await givePage(
        `<p>Before</p><p>${randomText}<b></p><style>a{width:${evilMarkup.repeat(1_000_000 / evilMarkup.length)}`,
      );
      expect(await fetchText()).toContain("Before");
    },
  );

  test("keeps CDATA text, including brackets", async () => {
    await givePage("<p><b>broken <![CDATA[one] two]]></p>");
    expect(await fetchText()).toContain("one] two");
  });

  test("without the XHTML namespace is shown too", async () => {
    const data = "<html><head><title/></head><body><p>Plain</p></body></html>";
    const response = await serveFile("p.html", "application/xhtml+xml", data);
    expect(response.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
    expect(await response.text()).toContain("<title></title></head><body><p>Plain</p></body>");
  });
});

describe("a book's other files", () => {
  test("styles fit columns and the page", async () => {
    const data = "h1 { page-break-before: always; width: 50vw; -epub-hyphens: auto } .avw { color: red }";
    const response = await serveFile("a.css", "text/css", data);
    expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(await response.text()).toBe(
      "h1 { -webkit-column-break-before: always; width: calc(50 * var(--page-width, 100vw) / 100); hyphens: auto } .avw { color: red }",
    );
  });

  test("images are served unchanged", async () => {
    const data = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
    const response = await serveFile("é b.png", "image/png", data);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await response.bytes()).equals(data)).toBe(true);
  });

  test("serves the fallback of an unsupported image", async () => {
    const data = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
    await givePage("<p>1</p>", {
      more: [
        { name: "a.psd", type: "image/psd", data: "8BPS", fallback: "m1" },
        { name: "b.tif", type: "image/tiff", data: "II*", fallback: "m2" },
        { name: "c.png", type: "image/png", data },
        { name: "d.png", type: "image/png", data: "PNG", fallback: "m1" },
        { name: "e.tif", type: "image/tiff", data: "II*", fallback: "m4" },
      ],
    });
    for (const name of ["a.psd", "b.tif"]) {
      const response = await club.text(`OEBPS/${name}`);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(Buffer.from(await response.bytes()).equals(data)).toBe(true);
    }
    expect(await (await club.text("OEBPS/d.png")).text()).toBe("PNG");
    expect((await club.text("OEBPS/e.tif")).headers.get("content-type")).toBe("application/octet-stream");
  });

  test("drawings are cleaned too", async () => {
    const data = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><rect/></svg>';
    const response = await serveFile("a.svg", "image/svg+xml", data);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(await response.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"><rect></rect></svg>');
  });

  test("a drawing in the spine is served as a page", async () => {
    const data = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>Cover</text></svg>';
    await givePage("<p>1</p>", {
      more: [{ name: "a.svg", type: "image/svg+xml", data }],
      itemrefs: '<itemref idref="m0"/>',
    });
    const response = await club.mia.call("GET", club.path("text/OEBPS/a.svg?page"));
    expect(response.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
    expect(await response.text()).toContain(
      '<body><svg xmlns="http://www.w3.org/2000/svg"><text>Cover</text></svg></body>',
    );
  });

  test.each([
    ["a.js", "text/javascript"],
    ["a.mjs", "image/png"],
    ["b.txt", "application/ecmascript"],
    ["c.bin", "application/wasm"],
  ])("%s of type %s is a script, and not served", async (name, type) => {
    expect((await serveFile(name, type, "alert(1)")).status).toBe(404);
  });

  test("files no browser displays get a type that can't run", async () => {
    const response = await serveFile("a.xml", "application/xml", "<a/>");
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
  });

  test("closes packed audio that a player aborts", async () => {
    const extraFiles = [{ name: "a.mp3", type: "audio/mpeg", data: randomBytes(2_000_000) }];
    await givePage("<p>1</p>", { more: extraFiles });
    const openBefore = openEbooks();
    for (let at = 0; at < 5; at += 1) {
      const partialResponse = await club.text("OEBPS/a.mp3", { range: "bytes=10-19" });
      expect((await partialResponse.bytes()).length).toBe(10);
      await (await club.text("OEBPS/a.mp3")).body?.cancel();
    }
    await until(openEbooks, (openCount) => openCount <= openBefore);
  });

  test("ends an unreadable packed file with an error", async () => {
    const extraFiles = [{ name: "a.png", type: "image/png", data: Buffer.alloc(200_000) }];
    await givePage("<p>1</p>", { more: extraFiles });
    expect((await (await club.text("OEBPS/a.png")).bytes()).length).toBe(200_000);
    rmSync(join(club.deps.config.storageDir, "books"), { recursive: true });
    const interruptedBytes = club.text("OEBPS/a.png").then((answer) => answer.bytes());
    expect(await interruptedBytes.catch(() => "ended")).toBe("ended");
  });

  test("matches names in any case, and nothing outside the book", async () => {
    await givePage("<p>Once.</p>");
    expect((await club.text("oebps/TEXT/c1.XHTML")).status).toBe(200);
    for (const name of ["OEBPS/gone.xhtml", "OEBPS", "OEBPS/", "", "..%2f..%2fclub.db", "%ff"])
      expect((await club.mia.call("GET", club.path(`text/${name}`))).status).toBe(404);
    expect((await club.mia.call("GET", "/api/books/99/text/OEBPS/text/c1.xhtml")).status).toBe(404);
  });

  test("decrypts obfuscated fonts", async () => {
    const font = Buffer.from(Array.from({ length: 2000 }, (_, at) => at % 251));
    const key = new Bun.CryptoHasher("sha1").update("urn:isbn:9780141439587").digest();
    const obfuscatedFont = Buffer.from(font.map((byte, at) => (at < 1040 ? byte ^ (key[at % 20] ?? 0) : byte)));
    const encryption = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
      <EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">
      <EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
      <CipherData><CipherReference URI="OEBPS/f.otf"/></CipherData></EncryptedData></encryption>`;
    await club.giveText(
      epub({}, [
        { name: "OEBPS/f.otf", data: obfuscatedFont },
        { name: "META-INF/encryption.xml", data: encryption },
      ]),
    );
    expect(Buffer.from(await (await club.text("OEBPS/f.otf")).bytes()).equals(font)).toBe(true);
  });
});
