import { CONTAINER, MIMETYPE } from "./epub.ts";
import { zip, type ZipEntry } from "./zip.ts";

export type Oddities = {
  /** Replaces parts of the package document. */
  opf?: (opf: string) => string | Uint8Array;
  container?: string;
  mimetype?: string;
  /** The chapter's name in the archive, and its name in the manifest. */
  chapter?: [name: string, href: string];
  page?: string | Uint8Array;
  contents?: ZipEntry[];
  rename?: (name: string) => string;
  more?: ZipEntry[];
};

export const PAGE =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>1</title></head><body><p id="a">Once upon a time.</p></body></html>';
export const TEXT_LENGTH = "Once upon a time.".length;
const nav = (list: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>${list}</ol></nav></body></html>`;
export const ncx = (points: string, before = "") =>
  `${before}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points}</navMap></ncx>`;
export const point = (title: string, src = "one.xhtml") =>
  `<navPoint><navLabel><text>${title}</text></navLabel><content src="${src}"/></navPoint>`;
const NAV: ZipEntry = { name: "OEBPS/nav.xhtml", data: nav('<li><a href="one.xhtml">One</a></li>') };

/** A one-page EPUB with oddities. */
export function oddBook(oddities: Oddities): Buffer {
  const [name, href] = oddities.chapter ?? ["one.xhtml", "one.xhtml"];
  const contents = oddities.contents ?? [NAV];
  const has = (end: string) => contents.some((entry) => entry.name.endsWith(end));
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>Fish</dc:title><dc:language>en</dc:language></metadata>
<manifest><item id="c" href="${href}" media-type="application/xhtml+xml"/>${has("nav.xhtml") ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' : ""}${has("toc.ncx") ? '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>' : ""}</manifest>
<spine${has("toc.ncx") ? ' toc="ncx"' : ""}><itemref idref="c"/></spine></package>`;
  const rename = oddities.rename ?? ((one: string) => one);
  return zip(
    [
      oddities.mimetype === undefined ? MIMETYPE : { ...MIMETYPE, data: oddities.mimetype },
      oddities.container === undefined ? CONTAINER : { ...CONTAINER, data: oddities.container },
      { name: "OEBPS/content.opf", data: oddities.opf?.(opf) ?? opf },
      { name: `OEBPS/${name}`, data: oddities.page ?? PAGE },
      ...contents,
      ...(oddities.more ?? []),
    ].map((entry) => ({ ...entry, name: rename(entry.name) })),
  );
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
const windows1251 = (text: string) =>
  Buffer.from(
    text.replaceAll(/[А-я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
    "latin1",
  );
const withNav = (list: string): Oddities => ({ contents: [{ ...NAV, data: nav(list) }] });
const withNcx = (data: string | Uint8Array): Oddities => ({ contents: [{ name: "OEBPS/toc.ncx", data }] });
/** A chapter with this name, as written in the manifest and the contents. */
const called = (name: string, href = name, link = href): Oddities => ({
  chapter: [name, href],
  ...withNav(`<li><a href="${link}">One</a></li>`),
});
const withoutContainer = (name: string) => (name.startsWith("META-INF") ? "other.txt" : name);

const containerOf = (path: string) =>
  String(CONTAINER.data).replace('full-path="OEBPS/content.opf"', `full-path="${path}"`);

/** Books that every reader opens: one page, and contents with one entry that begins with "One". */
export const ODD_BOOKS: readonly [name: string, odd: Oddities][] = [
  ["a bare & in the package", { opf: (opf) => opf.replace("Fish", "Fish & chips") }],
  ["white space before the XML declaration", { opf: (opf) => `\n  ${opf}` }],
  ["control characters in the package", { opf: (opf) => opf.replace("Fish", "Fi\u0001sh\u000b") }],
  ["an undeclared entity in the package", { opf: (opf) => opf.replace("Fish", "Fish&eacute;&mine;") }],
  [
    "an entity of its own",
    { opf: (opf) => opf.replace("<package", '<!DOCTYPE package [<!ENTITY mine "chips">]><package') },
  ],
  ["a metadata element that isn't closed", { opf: (opf) => opf.replace("</dc:title>", "") }],
  ["an attribute without quotes", { opf: (opf) => opf.replace('id="c"', "id=c") }],
  ["the package's path with / in front", { container: containerOf("/OEBPS/content.opf") }],
  ["the package's path with ./ in front", { container: containerOf("./OEBPS/content.opf") }],
  ["the package's path in other case", { container: containerOf("oebps/Content.OPF") }],
  ["the package's path percent-encoded", { container: containerOf("OEBPS%2Fcontent%2Eopf") }],
  ["the package's path with a backslash", { container: containerOf("OEBPS\\content.opf") }],
  ["a package elsewhere than it says", { container: containerOf("content.opf") }],
  ["a package in UTF-16", { opf: (opf) => utf16(opf.replace('"1.0"', '"1.0" encoding="UTF-16"')) }],
  ["a package without metadata", { opf: (opf) => opf.replace(/<metadata[\s\S]*metadata>/, "") }],
  ["no reading order", { opf: (opf) => opf.replace(/<spine[\s\S]*spine>/, "") }],
  ["a reading order with spaces in it", { opf: (opf) => opf.replace('idref="c"', 'idref=" c "') }],
  [
    "a page that is called XML",
    {
      chapter: ["one.xml", "one.xml"],
      opf: (opf) => opf.replace("application/xhtml+xml", "text/xml"),
      ...withNav('<li><a href="one.xml">One</a></li>'),
    },
  ],
  ["no container", { rename: withoutContainer }],
  [
    "no container, as a Mac zips it",
    { rename: withoutContainer, more: [{ name: "__MACOSX/OEBPS/._content.opf", data: "x" }] },
  ],
  [
    "a PDF of the same book in front",
    {
      container: String(CONTAINER.data).replace(
        "<rootfile ",
        '<rootfile full-path="book.pdf" media-type="application/pdf"/><rootfile ',
      ),
      more: [{ name: "book.pdf", data: "%PDF-1.4" }],
    },
  ],
  ["two folders around everything", { rename: (name) => `Books/Fish/${name}` }],
  ["a mimetype that names something else", { mimetype: "application/epub" }],
  ["a bare & in the container", { container: containerOf("OEBPS/content.opf").replace("<rootfiles", "& <rootfiles") }],
  ["names with ./", { rename: (name) => `./${name}` }],
  ["names with backslashes", { rename: (name) => name.replaceAll("/", "\\") }],
  ["meta-inf in lower case", { rename: (name) => name.replace("META-INF", "meta-inf") }],
  [
    "one folder around everything, as a Mac zips it",
    {
      rename: (name) => (name.startsWith("__MACOSX") ? name : `My Book/${name}`),
      more: [{ name: "__MACOSX/My Book/._mimetype", data: "x" }],
    },
  ],
  ["a container that names nothing", { container: containerOf("") }],
  ["a container without a path", { container: String(CONTAINER.data).replace('full-path="OEBPS/content.opf"', "") }],
  ["a container that can't be read", { container: "<container" }],
  [
    "a picture that is encrypted, whose text isn't",
    {
      more: [
        {
          name: "META-INF/encryption.xml",
          data: `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">
              <EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
              <CipherData><CipherReference URI="OEBPS/film.mp4"/></CipherData></EncryptedData></encryption>`,
        },
      ],
    },
  ],
  ["a shop's rights.xml though nothing is encrypted", { more: [{ name: "META-INF/rights.xml", data: "<rights/>" }] }],
  ["a question mark in a name", called("What now?.xhtml", "What now?.xhtml", "What now?.xhtml#a")],
  ["a hash in a name", called("Part #1.xhtml", "Part #1.xhtml", "Part #1.xhtml#a")],
  ["a percent sign in a name", called("100%.xhtml")],
  ["a literal %20 in a name", called("a%20b.xhtml")],
  ["a literal %20 that the manifest writes as a space", called("a%20b.xhtml", "a b.xhtml")],
  ["a colon in a name", called("Fish: one.xhtml")],
  ["a name in other case", { chapter: ["One.XHTML", "one.xhtml"] }],
  ["accents composed differently", called("cafe\u0301.xhtml", "caf\u00e9.xhtml", "caf%C3%A9.xhtml")],
  ["a bare & in the contents", withNav('<li><a href="one.xhtml">One & only</a></li>')],
  [
    "contents with white space first",
    { contents: [{ ...NAV, data: `\n<?xml version="1.0"?>${nav('<li><a href="one.xhtml">One</a></li>')}` }] },
  ],
  ["contents with a line break that isn't closed", withNav('<li><a href="one.xhtml">One<br></a></li>')],
  ["an NCX with a bare &", withNcx(ncx(point("One & only")))],
  ["an NCX with control characters", withNcx(ncx(point("One\u0002")))],
  ["an NCX with a DTD of entities", withNcx(ncx(point("One &amp; &me;"), '<!DOCTYPE ncx [<!ENTITY me "me">]>'))],
  [
    "an NCX in windows-1251",
    withNcx(windows1251(ncx(point("One Москва"), '<?xml version="1.0" encoding="windows-1251"?>'))),
  ],
  ["an NCX in lower case", withNcx(ncx(point("One")).toLowerCase().replace("one<", "One<"))],
  [
    "contents in upper case",
    {
      contents: [
        { ...NAV, data: '<HTML><BODY><NAV><OL><LI><A HREF="one.xhtml">One</A></LI></OL></NAV></BODY></HTML>' },
      ],
    },
  ],
  ["contents of bullets", { contents: [{ ...NAV, data: String(NAV.data).replaceAll("ol>", "ul>") }] }],
  [
    "contents by their role beside landmarks",
    {
      contents: [
        {
          ...NAV,
          data: String(NAV.data)
            .replace("<nav ", '<nav><ol><li><a href="one.xhtml">Start</a></li></ol></nav><nav ')
            .replace('epub:type="toc"', 'role="doc-toc"'),
        },
      ],
    },
  ],
  [
    "contents with a picture in place of words",
    withNav('<li><a href="one.xhtml"><img src="1.png" alt="One"/></a></li>'),
  ],
  ["contents with words only when pointed at", withNav('<li><a href="one.xhtml" title="One"></a></li>')],
  ["contents that nothing marks as such", { opf: (opf) => opf.replace(' properties="nav"', "") }],
  [
    "contents that only the guide names",
    {
      contents: [{ name: "OEBPS/list.html", data: '<html><body><p><a href="one.xhtml">One</a><br></p></body></html>' }],
      opf: (opf) =>
        opf
          .replace("</manifest>", '<item id="t" href="list.html" media-type="text/html"/></manifest>')
          .replace("</package>", '<guide><reference type="toc" href="list.html"/></guide></package>'),
    },
  ],
  [
    "a nav of headings without links beside a good NCX",
    {
      contents: [
        { ...NAV, data: nav("<li><span>Part</span></li>") },
        { name: "OEBPS/toc.ncx", data: ncx(point("One")) },
      ],
    },
  ],
  [
    "a nav that is rubbish beside a good NCX",
    {
      contents: [
        { ...NAV, data: "<html><body>nothing" },
        { name: "OEBPS/toc.ncx", data: ncx(point("One")) },
      ],
    },
  ],
];
