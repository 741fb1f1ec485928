import { Type } from "@sinclair/typebox";

import { Feed, type FeedKind, FeedParams } from "#contract/feeds.ts";
import { ExactText, PatternText } from "#contract/text.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { createRateLimit } from "#server/access/rate-limit.ts";
import { findDownload } from "#server/books/downloads.ts";
import { MEMBERS, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith, respondsWithFile } from "#server/http/described.ts";
import { fileResponse, textResponse } from "#server/http/file-response.ts";

import { coverAsJpeg, makeFeed, ownArtwork, readFeed, recordFetch, removeFeed, requireFeed } from "./feeds.ts";
import { opdsFeed } from "./opds.ts";
import { opds2Feed } from "./opds2.ts";
import { podcastChapters, podcastFeed } from "./podcast.ts";

const FETCHES_A_MINUTE = 60;

const Token = Type.Object({ token: ExactText({ max: 100 }) });
const File = Type.Object({
  token: ExactText({ max: 100 }),
  file: PatternText(/^[1-9]\d{0,9}\.[a-z\d]{3,4}$/u, { max: 15 }),
});
const jpeg = (body: Blob) =>
  new Response(body, { headers: { "cache-control": "private, max-age=86400", "content-type": "image/jpeg" } });
const FETCHES = `A feed may be fetched ${FETCHES_A_MINUTE} times a minute.`;
const DESCRIBED = {
  podcast: { summary: "Subscribe to the audiobooks", ...respondsWith("A podcast.", "application/rss+xml") },
  opds: { summary: "Browse the eBooks", ...respondsWith("An OPDS 1.2 catalog.", "application/atom+xml") },
  opds2: { summary: "Browse the eBooks, in JSON", ...respondsWith("An OPDS 2.0 feed.", "application/opds+json") },
  artwork: { summary: "Fetch the podcast's artwork", ...respondsWith("The picture.", "image/jpeg") },
  thumbnail: { summary: "Fetch a small cover", ...respondsWith("The cover.", "image/jpeg") },
  audiobook: { summary: "Play an episode", ...respondsWithFile("The audiobook.", "audio/mp4", "audio/mpeg") },
  ebook: { summary: "Fetch an eBook", ...respondsWithFile("The eBook.", "application/epub+zip") },
  chapters: {
    summary: "List an episode's chapters",
    ...respondsWith("Podcast chapters.", "application/json+chapters"),
  },
  cover: { summary: "Fetch a cover", ...respondsWith("The cover.", "image/jpeg") },
};
const PRIVATE = { "cache-control": "private, no-cache" };

/** For podcast and reading apps; public at a secret address that opens nothing else (BEYOND 8). */
export const feedRoutes = (deps: Deps) => {
  const message = "This feed is fetched too often.";
  const rule = { max: FETCHES_A_MINUTE, windowMs: 60_000, message };
  // by its owner, who can give a feed as many addresses as they like
  const limits = { podcast: createRateLimit(rule), opds: createRateLimit(rule) };
  const coverLimits = { podcast: createRateLimit(rule), opds: createRateLimit(rule) };

  const sendFeed = (kind: FeedKind, type: string, write: (deps: Deps, token: string) => string) =>
    async function send({ request, params: { token } }: { request: Request; params: { token: string } }) {
      const owner = requireFeed(deps, token, kind);
      limits[kind]({ member: owner }, deps.clock.now());
      recordFetch(deps, owner, kind, request.headers.get("user-agent"));
      return textResponse(request, write(deps, token), { ...PRIVATE, "content-type": type });
    };
  const podcast = sendFeed("podcast", "application/rss+xml; charset=utf-8", podcastFeed);
  const opds = sendFeed("opds", "application/atom+xml;profile=opds-catalog;kind=acquisition; charset=utf-8", opdsFeed);

  const opds2 = sendFeed("opds", "application/opds+json; charset=utf-8", opds2Feed);

  // admins, too, have only what all members see in their apps
  const requireShared = (file: string) => requireBook(deps, MEMBERS, Number.parseInt(file, 10));
  type FileCall = { request: Request; params: { token: string; file: string } };
  const sendBook =
    (feed: FeedKind, kind: "ebook" | "audiobook") =>
    async ({ request, params: { token, file } }: FileCall) => {
      requireFeed(deps, token, feed);
      return fileResponse(request, await findDownload(deps, requireShared(file), kind));
    };
  const sendChapters = async ({ params: { token, file } }: FileCall) => {
    requireFeed(deps, token, "podcast");
    const chapters = podcastChapters(requireShared(file));
    return Response.json(chapters, { headers: { ...PRIVATE, "content-type": "application/json+chapters" } });
  };
  const sendCover = async ({ params: { token, file } }: FileCall) => {
    const kind = deps.stores.feeds.findOwner(token, "podcast") === null ? "opds" : "podcast";
    const owner = requireFeed(deps, token, kind);
    coverLimits[kind]({ member: owner }, deps.clock.now());
    return jpeg(await coverAsJpeg(deps, requireShared(file), kind === "podcast" ? "square" : "catalog"));
  };
  const sendThumbnail = async ({ params: { token, file } }: FileCall) => {
    const owner = requireFeed(deps, token, "opds");
    coverLimits.opds({ member: owner }, deps.clock.now());
    return jpeg(await coverAsJpeg(deps, requireShared(file), "thumbnail"));
  };
  const sendArtwork = ({ params: { token } }: { params: { token: string } }) => {
    requireFeed(deps, token, "podcast");
    return jpeg(ownArtwork());
  };

  const audiobook = sendBook("podcast", "audiobook");
  const ebook = sendBook("opds", "ebook");
  const throws = { "not-found": "There is no feed at this address, or nothing of this book in it." };
  const limited = { ...throws, "too-many": FETCHES };
  const open = { open: true, params: Token, throws: limited } as const;
  const file = { open: true, params: File, throws } as const;
  return guardedRoutes(deps, { name: "feeds", tag: "Feeds" })
    .get("/feeds/:token/podcast.xml", podcast, { ...open, detail: DESCRIBED.podcast })
    .head("/feeds/:token/podcast.xml", podcast, { ...open })
    .get("/feeds/:token/opds", opds, { ...open, detail: DESCRIBED.opds })
    .head("/feeds/:token/opds", opds, { ...open })
    .get("/feeds/:token/opds.json", opds2, { ...open, detail: DESCRIBED.opds2 })
    .head("/feeds/:token/opds.json", opds2, { ...open })
    .get("/feeds/:token/artwork.jpg", sendArtwork, { ...open, detail: DESCRIBED.artwork })
    .get("/feeds/:token/thumbnail/:file", sendThumbnail, { ...file, detail: DESCRIBED.thumbnail, throws: limited })
    .get("/feeds/:token/audiobook/:file", audiobook, { ...file, detail: DESCRIBED.audiobook })
    .head("/feeds/:token/audiobook/:file", audiobook, { ...file })
    .get("/feeds/:token/ebook/:file", ebook, { ...file, detail: DESCRIBED.ebook })
    .head("/feeds/:token/ebook/:file", ebook, { ...file })
    .get("/feeds/:token/chapters/:file", sendChapters, { ...file, detail: DESCRIBED.chapters })
    .get("/feeds/:token/cover/:file", sendCover, { ...file, detail: DESCRIBED.cover, throws: limited })
    .get("/api/profile/feeds/:kind", ({ user, params }) => readFeed(deps, user.id, params.kind), {
      member: true,
      detail: { summary: "Show the address of your feed", description: "Null when there is none." },
      params: FeedParams,
      response: Feed,
    })
    .post("/api/profile/feeds/:kind", ({ by, params, status }) => status(201, makeFeed(deps, by, params.kind)), {
      member: true,
      detail: {
        summary: "Make or replace the address of your feed",
        description: "The old one stops working at once.",
      },
      params: FeedParams,
      response: { 201: Feed },
    })
    .delete("/api/profile/feeds/:kind", ({ by, params }) => removeFeed(deps, by, params.kind), {
      member: true,
      detail: { summary: "Remove the address of your feed" },
      params: FeedParams,
      response: Feed,
    });
};
