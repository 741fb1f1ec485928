import { type Rows, type Told } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";
import { jsonOf } from "#tests/support/json.ts";

const file = (kind: "podcast" | "opds", path: (bookId: number) => string) => ({
  to: async (world: World) => {
    await world.files();
    await world.admin.call("PATCH", `/api/books/${world.bookId}`, { coverImage: await world.cover() });
    return `${await feed(world, kind)}/${path(world.bookId)}`;
  },
});

export const told: Told = { "feed addresses, and when an app last asked for a feed": ["feeds"] };

export const rows: Rows = {
  "GET /api/profile/feeds/:kind": { to: () => "/api/profile/feeds/podcast" },
  "POST /api/profile/feeds/:kind": { to: () => "/api/profile/feeds/podcast" },
  "DELETE /api/profile/feeds/:kind": { to: () => "/api/profile/feeds/podcast" },
  "GET /feeds/:token/podcast.xml": file("podcast", () => "podcast.xml"),
  "HEAD /feeds/:token/podcast.xml": file("podcast", () => "podcast.xml"),
  "GET /feeds/:token/opds": file("opds", () => "opds"),
  "HEAD /feeds/:token/opds": file("opds", () => "opds"),
  "GET /feeds/:token/opds.json": file("opds", () => "opds.json"),
  "HEAD /feeds/:token/opds.json": file("opds", () => "opds.json"),
  "GET /feeds/:token/artwork.jpg": file("podcast", () => "artwork.jpg"),
  "GET /feeds/:token/thumbnail/:file": file("opds", (id) => `thumbnail/${id}.jpg`),
  "GET /feeds/:token/audiobook/:file": file("podcast", (id) => `audiobook/${id}.m4b`),
  "HEAD /feeds/:token/audiobook/:file": file("podcast", (id) => `audiobook/${id}.m4b`),
  "GET /feeds/:token/ebook/:file": file("opds", (id) => `ebook/${id}.epub`),
  "HEAD /feeds/:token/ebook/:file": file("opds", (id) => `ebook/${id}.epub`),
  "GET /feeds/:token/chapters/:file": file("podcast", (id) => `chapters/${id}.json`),
  "GET /feeds/:token/cover/:file": file("podcast", (id) => `cover/${id}.jpg`),
};

/** Address of the other member's feed. */
async function feed({ other }: World, kind: "podcast" | "opds"): Promise<string> {
  const { url } = await jsonOf(other.call("POST", `/api/profile/feeds/${kind}`));
  return new URL(url).pathname.split("/").slice(0, 3).join("/");
}
