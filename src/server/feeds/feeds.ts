import { join } from "node:path";

import type { Book } from "#contract/books.ts";
import type { Feed, FeedKind } from "#contract/feeds.ts";
import { writeBestEffort } from "#server/access/best-effort-write.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { picturePath } from "#server/adapters/images.ts";
import { webDistDir } from "#server/adapters/program.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";

const NAME_MAX_LENGTH = 120;
const MINUTE_MS = 60_000;

const DOCUMENTS: Record<FeedKind, string> = { podcast: "podcast.xml", opds: "opds" };

/** Square for podcast apps; a catalog has thumbnails, too. */
type JpegVariant = "square" | "catalog" | "thumbnail";

/** The club's own picture, for a podcast without any cover. */
export function ownArtwork(): Blob {
  // the working tree has it without a build
  const folder = Bun.isStandaloneExecutable ? webDistDir() : join(import.meta.dir, "../../web");
  return Bun.file(join(folder, "images/podcast.jpg"));
}

export function readFeed(deps: Deps, userId: number, kind: FeedKind): Feed {
  const feed = deps.stores.feeds.find(userId, kind);
  if (!feed) return { url: null, lastFetchedAt: null, lastFetchedBy: null };
  const { token, lastFetchedAt, lastFetchedBy } = feed;
  return { url: `${feedAddress(deps, token)}/${DOCUMENTS[kind]}`, lastFetchedAt, lastFetchedBy };
}

/** Makes the feed or gives it a new address; the old one stops working. */
export function makeFeed(deps: Deps, actor: Caller, kind: FeedKind): Feed {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.feeds.save(id, kind, newToken(), deps.clock.now().toISOString());
    return readFeed(deps, id, kind);
  });
}

export function removeFeed(deps: Deps, actor: Caller, kind: FeedKind): Feed {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.feeds.remove(id, kind);
    return readFeed(deps, id, kind);
  });
}

/** @throws AppError 'not-found' for an unknown token, or one of the other kind */
export function requireFeed(deps: Deps, token: string, kind: FeedKind): number {
  const owner = deps.stores.feeds.findOwner(token, kind);
  if (owner === null) throw new AppError("not-found", "There is no feed at this address.");
  return owner;
}

/** At most once a minute. */
export function recordFetch(deps: Deps, owner: number, kind: FeedKind, userAgent: string | null): void {
  const feed = deps.stores.feeds.find(owner, kind);
  const now = deps.clock.now();
  if (!feed || (feed.lastFetchedAt !== null && now.getTime() - Date.parse(feed.lastFetchedAt) < MINUTE_MS)) return;
  const name = (userAgent ?? "").replaceAll(/[^\u{20}-\u{7E}]/gu, "").trim();
  const by = name.slice(0, NAME_MAX_LENGTH) || "an unnamed app";
  writeBestEffort(deps, () => deps.stores.feeds.touch(feed.token, now.toISOString(), by));
}

export function feedAddress(deps: Deps, token: string): string {
  return `${publicOrigin(deps.config)}/feeds/${token}`;
}

/** The cover as JPEG, which every app shows. @throws AppError 'not-found' */
export async function coverAsJpeg({ disk, pictures }: Deps, book: Book, variant: JpegVariant): Promise<Blob> {
  const path = book.coverImage && picturePath(book.coverImage);
  if (!path || (await disk.size(path)) === null) throw new AppError("not-found", "This book has no cover.");
  return Bun.file(await pictures.variant(path, variant));
}
