import { join } from "node:path";

import type { Book } from "#contract/books.ts";
import type { Feed, FeedKind } from "#contract/feeds.ts";
import { writeBestEffort } from "#server/access/best-effort-write.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { imagePath } from "#server/adapters/images.ts";
import { webDistDir } from "#server/adapters/program.ts";
import { newToken } from "#server/adapters/secrets.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";

const NAME_MAX_LENGTH = 120;
const MINUTE_MS = 60_000;

const FEED_PATHS: Record<FeedKind, string> = { podcast: "podcast.xml", opds: "opds" };

type JpegVariant = "square" | "catalog" | "thumbnail";

/** For a podcast without covers. */
export function getDefaultArtwork(): Blob {
  // the working tree has it even without a build
  const folder = Bun.isStandaloneExecutable ? webDistDir() : join(import.meta.dir, "../../web");
  return Bun.file(join(folder, "images/podcast.jpg"));
}

export function getFeed(deps: Deps, userId: number, kind: FeedKind): Feed {
  const feed = deps.stores.feeds.find(userId, kind);
  if (!feed) return { url: null, lastFetchedAt: null, lastFetchedBy: null };
  const { token, lastFetchedAt, lastFetchedBy } = feed;
  return { url: `${getFeedUrl(deps, token)}/${FEED_PATHS[kind]}`, lastFetchedAt, lastFetchedBy };
}

/** Creates the feed, or replaces its URL. */
export function createFeed(deps: Deps, actor: Caller, kind: FeedKind): Feed {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.feeds.save(id, kind, newToken(), deps.clock.now().toISOString());
    return getFeed(deps, id, kind);
  });
}

export function deleteFeed(deps: Deps, actor: Caller, kind: FeedKind): Feed {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.feeds.delete(id, kind);
    return getFeed(deps, id, kind);
  });
}

/** @returns the owner's id @throws AppError 'not-found' */
export function requireFeed(deps: Deps, token: string, kind: FeedKind): number {
  return requireFound(deps.stores.feeds.findOwner(token, kind), "There is no feed at this address.");
}

/** Writes at most once a minute. */
export function recordFetch(deps: Deps, ownerId: number, kind: FeedKind, userAgent: string | null): void {
  const feed = deps.stores.feeds.find(ownerId, kind);
  const now = deps.clock.now();
  if (!feed || (feed.lastFetchedAt !== null && now.getTime() - Date.parse(feed.lastFetchedAt) < MINUTE_MS)) return;
  const name = (userAgent ?? "").replaceAll(/[^\u{20}-\u{7E}]/gu, "").trim();
  const appName = name.slice(0, NAME_MAX_LENGTH) || "an unnamed app";
  writeBestEffort(deps, () => deps.stores.feeds.touch(feed.token, now.toISOString(), appName));
}

export function getFeedUrl(deps: Deps, token: string): string {
  return `${publicOrigin(deps.config)}/feeds/${token}`;
}

/** Not all apps show WebP. @throws AppError 'not-found' without a cover */
export async function getCoverJpeg({ disk, images }: Deps, book: Book, variant: JpegVariant): Promise<Blob> {
  const path = book.coverImage && imagePath(book.coverImage);
  if (!path || (await disk.size(path)) === null) throw new AppError("not-found", "This book has no cover.");
  return Bun.file(await images.variant(path, variant));
}
