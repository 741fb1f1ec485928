import type { Book } from "#contract/books.ts";
import { ANY_MEMBER, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { feedAddress } from "./feeds.ts";
import { element, type Xml, xmlDocument } from "./xml.ts";

const NAMESPACES = {
  xmlns: "http://www.w3.org/2005/Atom",
  "xmlns:dc": "http://purl.org/dc/terms/",
  "xmlns:opds": "http://opds-spec.org/2010/catalog",
};
const CATALOG = "application/atom+xml;profile=opds-catalog;kind=acquisition";

/** OPDS 1.2 (BEYOND 8). */
export function opdsFeed(deps: Deps, token: string): string {
  const address = feedAddress(deps, token);
  const { books, updated } = catalogOf(deps);
  const feed = element(
    "feed",
    NAMESPACES,
    element("id", {}, "urn:bookclub:ebooks"),
    element("title", {}, deps.config.clubName),
    element("updated", {}, updated),
    element("author", {}, element("name", {}, deps.config.clubName)),
    element("link", { rel: "self", href: `${address}/opds`, type: CATALOG }),
    element("link", { rel: "alternate", href: `${address}/opds.json`, type: "application/opds+json" }),
    element("link", { rel: "start", href: `${address}/opds`, type: CATALOG }),
    ...books.map((book) => entry(address, book)),
  );
  return xmlDocument(feed);
}

/** The books members can download, and when they last changed. */
function catalogOf(deps: Deps) {
  const books = listBooks(deps, ANY_MEMBER).filter(({ ebookUploadedAt }) => ebookUploadedAt !== null);
  const changes = books.map(({ ebookUploadedAt }) => ebookUploadedAt ?? "").toSorted();
  return { books, updated: changes.at(-1) ?? deps.clock.now().toISOString() };
}

function entry(address: string, book: Book): Xml {
  const picture = (rel: string, kind: "cover" | "thumbnail") => {
    const href = `${address}/${kind}/${book.id}.jpg`;
    return book.coverImage === null ? null : element("link", { rel, href, type: "image/jpeg" });
  };
  return element(
    "entry",
    {},
    element("id", {}, `urn:bookclub:ebook:${book.id}`),
    element("title", {}, book.title),
    element("updated", {}, book.ebookUploadedAt ?? ""),
    element("author", {}, element("name", {}, book.author)),
    book.isbn === "" ? null : element("dc:identifier", {}, `urn:isbn:${book.isbn}`),
    element("summary", { type: "text" }, book.synopsis),
    picture("http://opds-spec.org/image", "cover"),
    picture("http://opds-spec.org/image/thumbnail", "thumbnail"),
    element("link", {
      rel: "http://opds-spec.org/acquisition",
      href: `${address}/ebook/${book.id}.epub`,
      type: "application/epub+zip",
      length: book.ebookSize,
    }),
  );
}

const TYPE = "application/opds+json";

/** OPDS 2.0, with the eBooks of 1.2 (BEYOND 9). */
export function opds2Feed(deps: Deps, token: string): string {
  const address = feedAddress(deps, token);
  const { books, updated } = catalogOf(deps);
  const self = { rel: "self", href: `${address}/opds.json`, type: TYPE };
  return JSON.stringify({
    metadata: { title: deps.config.clubName, modified: updated, numberOfItems: books.length },
    links: [self, { rel: "alternate", href: `${address}/opds`, type: CATALOG }],
    // a catalog has publications or a way to some; empty lists aren't allowed
    ...(books.length > 0
      ? { publications: books.map((book) => publication(address, book)) }
      : { navigation: [{ ...self, title: "No eBooks yet" }] }),
  });
}

function publication(address: string, book: Book): object {
  const picture = (kind: "cover" | "thumbnail") => ({ href: `${address}/${kind}/${book.id}.jpg`, type: "image/jpeg" });
  return {
    metadata: {
      "@type": "http://schema.org/Book",
      identifier: book.isbn === "" ? `urn:bookclub:ebook:${book.id}` : `urn:isbn:${book.isbn}`,
      title: book.title,
      ...(book.author !== "" && { author: { name: book.author } }),
      ...(book.synopsis !== "" && { description: book.synopsis }),
      modified: book.ebookUploadedAt,
    },
    links: [
      {
        rel: "http://opds-spec.org/acquisition",
        href: `${address}/ebook/${book.id}.epub`,
        type: "application/epub+zip",
        ...(book.ebookSize !== null && { size: book.ebookSize }),
      },
    ],
    ...(book.coverImage !== null && { images: [picture("cover"), picture("thumbnail")] }),
  };
}
