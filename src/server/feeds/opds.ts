import type { Book } from "#contract/books.ts";
import { ANY_MEMBER, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { getFeedUrl } from "./feeds.ts";
import { type Xml, xmlDocument, xmlElement } from "./xml.ts";

const NAMESPACES = {
  xmlns: "http://www.w3.org/2005/Atom",
  "xmlns:dc": "http://purl.org/dc/terms/",
  "xmlns:opds": "http://opds-spec.org/2010/catalog",
};
const CATALOG_TYPE = "application/atom+xml;profile=opds-catalog;kind=acquisition";

/** OPDS 1.2 (BEYOND 8). */
export function renderOpds1(deps: Deps, token: string): string {
  const feedUrl = getFeedUrl(deps, token);
  const { books, updated } = listCatalog(deps);
  const feed = xmlElement(
    "feed",
    NAMESPACES,
    xmlElement("id", {}, "urn:bookclub:ebooks"),
    xmlElement("title", {}, deps.config.clubName),
    xmlElement("updated", {}, updated),
    xmlElement("author", {}, xmlElement("name", {}, deps.config.clubName)),
    xmlElement("link", { rel: "self", href: `${feedUrl}/opds`, type: CATALOG_TYPE }),
    xmlElement("link", { rel: "alternate", href: `${feedUrl}/opds.json`, type: "application/opds+json" }),
    xmlElement("link", { rel: "start", href: `${feedUrl}/opds`, type: CATALOG_TYPE }),
    ...books.map((book) => toEntry(feedUrl, book)),
  );
  return xmlDocument(feed);
}

/** Lists downloadable eBooks, and when they last changed. */
function listCatalog(deps: Deps) {
  const books = listBooks(deps, ANY_MEMBER).filter(({ ebookUploadedAt }) => ebookUploadedAt !== null);
  const changes = books.map(({ ebookUploadedAt }) => ebookUploadedAt ?? "").toSorted();
  return { books, updated: changes.at(-1) ?? deps.clock.now().toISOString() };
}

function toEntry(feedUrl: string, book: Book): Xml {
  const imageLink = (rel: string, kind: "cover" | "thumbnail") => {
    const href = `${feedUrl}/${kind}/${book.id}.jpg`;
    return book.coverImage === null ? null : xmlElement("link", { rel, href, type: "image/jpeg" });
  };
  return xmlElement(
    "entry",
    {},
    xmlElement("id", {}, `urn:bookclub:ebook:${book.id}`),
    xmlElement("title", {}, book.title),
    xmlElement("updated", {}, book.ebookUploadedAt ?? ""),
    xmlElement("author", {}, xmlElement("name", {}, book.author)),
    book.isbn === "" ? null : xmlElement("dc:identifier", {}, `urn:isbn:${book.isbn}`),
    xmlElement("content", { type: "text" }, book.synopsis),
    imageLink("http://opds-spec.org/image", "cover"),
    imageLink("http://opds-spec.org/image/thumbnail", "thumbnail"),
    xmlElement("link", {
      rel: "http://opds-spec.org/acquisition",
      href: `${feedUrl}/ebook/${book.id}.epub`,
      type: "application/epub+zip",
      length: book.ebookSize,
    }),
  );
}

const OPDS_TYPE = "application/opds+json";

/** OPDS 2.0, with the eBooks of 1.2 (BEYOND 9). */
export function renderOpds2(deps: Deps, token: string): string {
  const feedUrl = getFeedUrl(deps, token);
  const { books, updated } = listCatalog(deps);
  const selfLink = { rel: "self", href: `${feedUrl}/opds.json`, type: OPDS_TYPE };
  return JSON.stringify({
    metadata: { title: deps.config.clubName, modified: updated, numberOfItems: books.length },
    links: [selfLink, { rel: "alternate", href: `${feedUrl}/opds`, type: CATALOG_TYPE }],
    // an empty list of publications isn't allowed
    ...(books.length > 0
      ? { publications: books.map((book) => toPublication(feedUrl, book)) }
      : { navigation: [{ ...selfLink, title: "No eBooks yet" }] }),
  });
}

function toPublication(feedUrl: string, book: Book): object {
  const image = (kind: "cover" | "thumbnail") => ({ href: `${feedUrl}/${kind}/${book.id}.jpg`, type: "image/jpeg" });
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
        href: `${feedUrl}/ebook/${book.id}.epub`,
        type: "application/epub+zip",
        ...(book.ebookSize !== null && { size: book.ebookSize }),
      },
    ],
    ...(book.coverImage !== null && { images: [image("cover"), image("thumbnail")] }),
  };
}
