import { WINE_LIMIT } from "#contract/wines.ts";
import type { World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { madeBy, OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

export const newWine = (user: Person): Promise<number> => madeBy(user, "/api/wines", { name: "Rioja", kind: "red" });

const likeOfOthersWine = async ({ other }: World): Promise<string> => `/api/wines/${await newWine(other)}/like`;

export const resource: TestedResource = {
  ids: {
    wines: (_world, user) => newWine(user),
  },
  paths: {
    "DELETE /api/wines/:id/like": likeOfOthersWine,
    "PUT /api/wines/:id/like": likeOfOthersWine,
  },
  before: {
    "DELETE /api/wines/:id/like": (_world, user, path) => user.call("PUT", path),
  },
  bodies: {
    "PATCH /api/wines/:id": { note: "Smoky." },
    "POST /api/wines": { name: "Rioja", kind: "red" },
  },
  effects: {
    "PATCH /api/wines/:id": { bytes: 2500 },
    "POST /api/wines": { rows: 51, bytes: 140_000, limit: WINE_LIMIT },
    "PUT /api/wines/:id/like": OWN_ROW,
  },
  tables: {
    wines: { privacy: "wines you share and like", onDeletion: "anonymized" },
    wine_likes: { privacy: "wines you share and like", onDeletion: "anonymized" },
  },
};
