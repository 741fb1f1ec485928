import { FEED_LIMITS, type FeedKind } from "#contract/feeds.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { routes } from "#server/access/routes.ts";
import { findDownload } from "#server/books/downloads.ts";
import { ANY_MEMBER, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { fileResponse, textResponse } from "#server/http/file-response.ts";

import { createFeed, deleteFeed, getCoverJpeg, getDefaultArtwork, getFeed, recordFetch, requireFeed } from "./feeds.ts";
import { renderOpds1, renderOpds2 } from "./opds.ts";
import { renderPodcast, toPodcastChapters } from "./podcast.ts";

const jpegResponse = (body: Blob) =>
  new Response(body, { headers: { "cache-control": "private, max-age=86400", "content-type": "image/jpeg" } });
const PRIVATE_HEADERS = { "cache-control": "private, no-cache" };

/** Feeds have secret URLs without a session (BEYOND 8). */
export function feedRoutes(deps: Deps) {
  const sendFeed = (kind: FeedKind, type: string, render: (deps: Deps, token: string) => string) =>
    async function send({ request, params: { token } }: { request: Request; params: { token: string } }) {
      const owner = requireFeed(deps, token, kind);
      consumeLimit(deps, { id: owner, isAdmin: false }, FEED_LIMITS[kind].feed);
      recordFetch(deps, owner, kind, request.headers.get("user-agent"));
      return textResponse(request, render(deps, token), { ...PRIVATE_HEADERS, "content-type": type });
    };
  const sendPodcast = sendFeed("podcast", "application/rss+xml; charset=utf-8", renderPodcast);
  const sendOpds1 = sendFeed(
    "opds",
    "application/atom+xml;profile=opds-catalog;kind=acquisition; charset=utf-8",
    renderOpds1,
  );
  const sendOpds2 = sendFeed("opds", "application/opds+json; charset=utf-8", renderOpds2);

  // also for admins
  const requireSharedBook = (file: string) => requireBook(deps, ANY_MEMBER, Number.parseInt(file, 10));
  type FileCall = { request: Request; params: { token: string; file: string } };
  const sendBook =
    (feed: FeedKind, kind: "ebook" | "audiobook") =>
    async ({ request, params: { token, file } }: FileCall) => {
      requireFeed(deps, token, feed);
      return fileResponse(request, await findDownload(deps, requireSharedBook(file), kind));
    };
  const sendChapters = async ({ params: { token, file } }: FileCall) => {
    requireFeed(deps, token, "podcast");
    const chapters = toPodcastChapters(requireSharedBook(file));
    return Response.json(chapters, { headers: { ...PRIVATE_HEADERS, "content-type": "application/json+chapters" } });
  };
  const sendCover = async ({ params: { token, file } }: FileCall) => {
    const kind = deps.stores.feeds.findOwner(token, "podcast") === null ? "opds" : "podcast";
    const owner = requireFeed(deps, token, kind);
    consumeLimit(deps, { id: owner, isAdmin: false }, FEED_LIMITS[kind].cover);
    return jpegResponse(await getCoverJpeg(deps, requireSharedBook(file), kind === "podcast" ? "square" : "catalog"));
  };
  const sendThumbnail = async ({ params: { token, file } }: FileCall) => {
    const owner = requireFeed(deps, token, "opds");
    consumeLimit(deps, { id: owner, isAdmin: false }, FEED_LIMITS.opds.cover);
    return jpegResponse(await getCoverJpeg(deps, requireSharedBook(file), "thumbnail"));
  };
  const sendArtwork = ({ params: { token } }: { params: { token: string } }) => {
    requireFeed(deps, token, "podcast");
    return jpegResponse(getDefaultArtwork());
  };

  return routes(deps)
    .on("GET /feeds/:token/podcast.xml", sendPodcast)
    .on("GET /feeds/:token/opds", sendOpds1)
    .on("GET /feeds/:token/opds.json", sendOpds2)
    .on("GET /feeds/:token/artwork.jpg", sendArtwork)
    .on("GET /feeds/:token/thumbnail/:file", sendThumbnail)
    .on("GET /feeds/:token/audiobook/:file", sendBook("podcast", "audiobook"))
    .on("GET /feeds/:token/ebook/:file", sendBook("opds", "ebook"))
    .on("GET /feeds/:token/chapters/:file", sendChapters)
    .on("GET /feeds/:token/cover/:file", sendCover)
    .on("GET /api/profile/feeds/:kind", ({ user, params }) => getFeed(deps, user.id, params.kind))
    .on("POST /api/profile/feeds/:kind", ({ actor, params }) => createFeed(deps, actor, params.kind))
    .on("DELETE /api/profile/feeds/:kind", ({ actor, params }) => deleteFeed(deps, actor, params.kind));
}
