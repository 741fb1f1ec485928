import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

import { feedAddress } from "./feeds.ts";
import { CATALOG, catalogOf } from "./opds.ts";

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
