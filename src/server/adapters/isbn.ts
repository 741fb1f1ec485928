import type { Config } from "#server/config.ts";

import { fetchBounded } from "./bounded-fetch.ts";
import { parseGoogleBook, parseOpenLibraryBook, parseSearchResults } from "./isbn-responses.ts";

export type ExternalBook = { title: string; author: string; synopsis: string; coverUrl: string | null };

export type ExternalSearchResult = Omit<ExternalBook, "synopsis"> & {
  isbn: string;
  year: number | null;
  pages: number | null;
};

const RESPONSE_MAX_BYTES = 1024 * 1024;
const COVER_MAX_BYTES = 8 * 1024 * 1024;

type Settings = Pick<Config, "openLibraryUrl" | "googleBooksUrl" | "googleBooksKey"> &
  Partial<Pick<Config, "hideSecrets">>;

export function createIsbnSources(
  { openLibraryUrl, googleBooksUrl, googleBooksKey, hideSecrets = (text) => text }: Settings,
  timeoutMs = 5000,
) {
  const origins = new Set([openLibraryUrl, googleBooksUrl].map((address) => new URL(address).origin));
  const coverOrigins = new Set([...origins, ...[...origins].flatMap((origin) => COVER_ORIGINS[origin] ?? [])]);
  const redirects = {
    max: REDIRECTS_MAX,
    isAllowed: ({ origin }: URL) => coverOrigins.has(origin) || isInternetArchiveHost(origin),
  };
  const coverUrl = (address: string): URL | null => {
    const url = URL.parse(address);
    if (!url) return null;
    // Google returns http URLs for an https host
    if (!coverOrigins.has(url.origin)) url.protocol = "https:";
    return coverOrigins.has(url.origin) ? url : null;
  };
  const fetchDocument = (url: URL) => fetchBounded(url, { maxBytes: RESPONSE_MAX_BYTES, timeoutMs, origins });
  // a whole response would block other requests
  const redact = <Fields extends object>(fields: Fields): Fields =>
    JSON.parse(JSON.stringify(fields), (_, value) => (typeof value === "string" ? hideSecrets(value) : value));

  return {
    lookUpOpenLibrary: async (isbn: string): Promise<ExternalBook> => {
      const key = `ISBN:${isbn}`;
      const url = new URL(`${openLibraryUrl}/api/books?format=json&jscmd=data&bibkeys=${key}`);
      const book = redact(parseOpenLibraryBook(await fetchDocument(url), key));
      return { title: fullTitle(book), author: book.authors.join(", "), synopsis: "", coverUrl: book.cover };
    },

    lookUpGoogleBooks: async (isbn: string): Promise<ExternalBook> => {
      // without a country, Google rejects servers that it can't locate
      const url = new URL(`${googleBooksUrl}/volumes?maxResults=1&country=US&q=isbn:${isbn}`);
      if (googleBooksKey) url.searchParams.set("key", googleBooksKey);
      const book = redact(parseGoogleBook(await fetchDocument(url)));
      const author = book.authors.join(", ");
      return { title: fullTitle(book), author, synopsis: await toPlainText(book.description), coverUrl: book.cover };
    },

    searchOpenLibrary: async (text: string, maxResults: number): Promise<ExternalSearchResult[]> => {
      const url = new URL(`${openLibraryUrl}/search.json`);
      url.search = new URLSearchParams({ q: text, limit: String(maxResults), fields: SEARCH_FIELDS }).toString();
      const coverOrigin = COVER_ORIGINS[url.origin] ?? url.origin;
      const results = parseSearchResults(await fetchDocument(url)).slice(0, maxResults);
      return results.map(redact).map((doc) => ({
        title: fullTitle(doc),
        author: doc.authors.slice(0, AUTHORS_MAX).join(", "),
        isbn: doc.isbns.find((isbn) => /^97[89]\d{10}$/.test(isbn)) ?? "",
        year: doc.year,
        pages: doc.pages,
        coverUrl: doc.cover === null ? null : `${coverOrigin}/b/id/${doc.cover}-L.jpg`,
      }));
    },

    isCoverAddress: (address: string): boolean => coverUrl(address) !== null,

    fetchCover: async (address: string): Promise<Uint8Array | null> => {
      const url = coverUrl(address);
      if (!url) return null;
      const bounds = { maxBytes: COVER_MAX_BYTES, timeoutMs, origins: coverOrigins, redirects };
      return fetchBounded(url, bounds).catch(() => null);
    },
  };
}

const SEARCH_FIELDS = "title,subtitle,author_name,isbn,first_publish_year,number_of_pages_median,cover_i";
/** Open Library lists all authors of an anthology. */
const AUTHORS_MAX = 3;

const COVER_ORIGINS: Record<string, string> = {
  "https://openlibrary.org": "https://covers.openlibrary.org",
  "https://www.googleapis.com": "https://books.google.com",
};

/** Open Library redirects to the Internet Archive, which redirects to a numbered host. */
const REDIRECTS_MAX = 2;
const isInternetArchiveHost = (origin: string) => /^https:\/\/(?:archive\.org|ia\d+\.us\.archive\.org)$/.test(origin);

function fullTitle({ title, subtitle }: { title: string; subtitle: string }): string {
  return subtitle ? `${title}: ${subtitle}` : title;
}

async function toPlainText(html: string): Promise<string> {
  const { decodeHTMLStrict } = await import("entities");
  const text = html.replaceAll(/<\/?(?:p|br|div|li|ul)\b[^<>]*>/gi, "\n").replaceAll(/<\/?[a-z][^<>]*>/gi, "");
  const lines = decodeHTMLStrict(text)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n\n");
}
