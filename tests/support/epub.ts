import { zip, type ZipEntry } from "./zip.ts";

export const MIMETYPE: ZipEntry = { name: "mimetype", data: "application/epub+zip", stored: true };

export const CONTAINER: ZipEntry = {
  name: "META-INF/container.xml",
  data: `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
};

/** The package document of a small EPUB 3 or 2. */
export function packageDocument({
  title = "Emma",
  author = "Jane Austen",
  version = "3.0",
  cover = "",
} = {}): ZipEntry {
  const coverItem = version === "2.0" ? "" : ' properties="cover-image"';
  return {
    name: "OEBPS/content.opf",
    data: `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="id">urn:isbn:9780141439587</dc:identifier>
    <dc:title>${title}</dc:title>
    <dc:creator opf:role="aut">${author}</dc:creator>
    <dc:language>en</dc:language>
    ${version === "2.0" && cover ? '<meta name="cover" content="cover"/>' : ""}
  </metadata>
  <manifest>
    <item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
    ${cover ? `<item id="cover" href="${cover}" media-type="image/png"${coverItem}/>` : ""}
  </manifest>
  <spine><itemref idref="one"/></spine>
</package>`,
  };
}

/** A well-formed EPUB of one page, plus more entries. */
export function epub(options: Parameters<typeof packageDocument>[0] = {}, entries: readonly ZipEntry[] = []): Buffer {
  const page =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>1</title></head><body><p>Once.</p></body></html>';
  return zip([MIMETYPE, CONTAINER, packageDocument(options), { name: "OEBPS/one.xhtml", data: page }, ...entries]);
}
