import { posix } from "node:path";

import type { Book } from "#contract/books.ts";
import { ANY_MEMBER, findBookFile, listBooks } from "#server/books/visible-books.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";

import { getFeedUrl } from "./feeds.ts";
import { type Xml, xmlDocument, xmlElement } from "./xml.ts";

const NAMESPACES = {
  version: "2.0",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
  "xmlns:psc": "http://podlove.org/simple-chapters",
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
};
const AUDIO_TYPES: Record<string, string> = { ".mp3": "audio/mpeg", ".m4b": "audio/mp4" };

/** RSS 2.0 with Apple's and Podcasting 2.0's tags (BEYOND 8). */
export function renderPodcast(deps: Deps, token: string): string {
  const { clubName } = deps.config;
  const feedUrl = getFeedUrl(deps, token);
  const books = listBooks(deps, ANY_MEMBER).filter(({ audiobookFilename }) => audiobookFilename !== null);
  const cover = books.find(({ coverImage }) => coverImage !== null);
  const description = `This month's audiobook of ${clubName}, and the ones before it. This address is yours alone.`;
  const channel = xmlElement(
    "channel",
    {},
    xmlElement("title", {}, clubName),
    xmlElement("link", {}, publicOrigin(deps.config)),
    xmlElement("description", {}, description),
    xmlElement("language", {}, "en"),
    xmlElement("generator", {}, "bookclub"),
    xmlElement("atom:link", { href: `${feedUrl}/podcast.xml`, rel: "self", type: "application/rss+xml" }),
    xmlElement("itunes:author", {}, clubName),
    xmlElement("itunes:type", {}, "episodic"),
    xmlElement("itunes:explicit", {}, "false"),
    xmlElement("itunes:category", { text: "Arts" }, xmlElement("itunes:category", { text: "Books" })),
    // unlisted in directories
    xmlElement("itunes:block", {}, "Yes"),
    xmlElement("podcast:locked", {}, "yes"),
    xmlElement("itunes:image", { href: cover ? `${feedUrl}/cover/${cover.id}.jpg` : `${feedUrl}/artwork.jpg` }),
    ...books.map((book) => toEpisode(deps, feedUrl, book)),
  );
  return xmlDocument(xmlElement("rss", NAMESPACES, channel));
}

/** Podcasting 2.0 chapters. */
export function toPodcastChapters(book: Book): object {
  const chapters = book.chapters.map(({ title, start }) => ({ startTime: start, title }));
  return { version: "1.2.0", chapters };
}

function toEpisode(deps: Deps, feedUrl: string, book: Book): Xml | null {
  const file = findBookFile(deps, book, "audiobook");
  if (!file) return null;
  const extension = posix.extname(file.path);
  const synopsis = book.synopsis || `${book.title} by ${book.author}`;
  return xmlElement(
    "item",
    {},
    xmlElement("title", {}, `${book.title} by ${book.author}`),
    xmlElement("description", {}, synopsis),
    // the same in every member's feed
    xmlElement("guid", { isPermaLink: "false" }, `bookclub-${book.id}-${file.sha256.slice(0, 32)}`),
    xmlElement("pubDate", {}, new Date(file.uploadedAt).toUTCString()),
    xmlElement("enclosure", {
      url: `${feedUrl}/audiobook/${book.id}${extension}`,
      length: file.size,
      type: AUDIO_TYPES[extension] ?? "audio/mpeg",
    }),
    xmlElement("itunes:title", {}, book.title),
    xmlElement("itunes:author", {}, book.author),
    book.audiobookSeconds === null
      ? null
      : xmlElement("itunes:duration", {}, String(Math.round(book.audiobookSeconds))),
    xmlElement("itunes:explicit", {}, "false"),
    xmlElement("itunes:episodeType", {}, "full"),
    book.coverImage === null ? null : xmlElement("itunes:image", { href: `${feedUrl}/cover/${book.id}.jpg` }),
    book.audiobookNarrator === "" ? null : xmlElement("podcast:person", { role: "narrator" }, book.audiobookNarrator),
    ...chapterTags(feedUrl, book),
  );
}

function chapterTags(feedUrl: string, book: Book): Xml[] {
  if (book.chapters.length === 0) return [];
  const marks = book.chapters.map(({ title, start }) =>
    xmlElement("psc:chapter", { start: formatPlayTime(start), title }),
  );
  return [
    xmlElement("podcast:chapters", {
      url: `${feedUrl}/chapters/${book.id}.json`,
      type: "application/json+chapters",
    }),
    xmlElement("psc:chapters", { version: "1.2" }, ...marks),
  ];
}

/** hh:mm:ss.mmm (RFC 2326, 3.6) */
function formatPlayTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const parts = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60].map(Math.floor);
  const clockText = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return `${clockText}.${String(milliseconds % 1000).padStart(3, "0")}`;
}
