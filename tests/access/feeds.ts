import { also, type Row, type Told } from "#tests/support/access-row.ts";
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

export const rows: readonly Row[] = [
  also("GET /api/profile/feeds/:kind", 401, 200, 200, { to: () => "/api/profile/feeds/podcast" }),
  also("POST /api/profile/feeds/:kind", 401, 201, 201, { to: () => "/api/profile/feeds/podcast" }),
  also("DELETE /api/profile/feeds/:kind", 401, 200, 200, { to: () => "/api/profile/feeds/podcast" }),
  also(
    "GET /feeds/:token/podcast.xml",
    200,
    200,
    200,
    file("podcast", () => "podcast.xml"),
  ),
  also(
    "HEAD /feeds/:token/podcast.xml",
    200,
    200,
    200,
    file("podcast", () => "podcast.xml"),
  ),
  also(
    "GET /feeds/:token/opds",
    200,
    200,
    200,
    file("opds", () => "opds"),
  ),
  also(
    "HEAD /feeds/:token/opds",
    200,
    200,
    200,
    file("opds", () => "opds"),
  ),
  also(
    "GET /feeds/:token/opds.json",
    200,
    200,
    200,
    file("opds", () => "opds.json"),
  ),
  also(
    "HEAD /feeds/:token/opds.json",
    200,
    200,
    200,
    file("opds", () => "opds.json"),
  ),
  also(
    "GET /feeds/:token/artwork.jpg",
    200,
    200,
    200,
    file("podcast", () => "artwork.jpg"),
  ),
  also(
    "GET /feeds/:token/thumbnail/:file",
    200,
    200,
    200,
    file("opds", (id) => `thumbnail/${id}.jpg`),
  ),
  also(
    "GET /feeds/:token/audiobook/:file",
    200,
    200,
    200,
    file("podcast", (id) => `audiobook/${id}.m4b`),
  ),
  also(
    "HEAD /feeds/:token/audiobook/:file",
    200,
    200,
    200,
    file("podcast", (id) => `audiobook/${id}.m4b`),
  ),
  also(
    "GET /feeds/:token/ebook/:file",
    200,
    200,
    200,
    file("opds", (id) => `ebook/${id}.epub`),
  ),
  also(
    "HEAD /feeds/:token/ebook/:file",
    200,
    200,
    200,
    file("opds", (id) => `ebook/${id}.epub`),
  ),
  also(
    "GET /feeds/:token/chapters/:file",
    200,
    200,
    200,
    file("podcast", (id) => `chapters/${id}.json`),
  ),
  also(
    "GET /feeds/:token/cover/:file",
    200,
    200,
    200,
    file("podcast", (id) => `cover/${id}.jpg`),
  ),
];

/** Address of the other member's feed. */
async function feed({ other }: World, kind: "podcast" | "opds"): Promise<string> {
  const { url } = await jsonOf(other.call("POST", `/api/profile/feeds/${kind}`));
  return new URL(url).pathname.split("/").slice(0, 3).join("/");
}
