import { expect } from "bun:test";

import { json, madeBy, type Rows, type Told } from "#tests/support/access-row.ts";
import type { Person } from "#tests/support/club.ts";

const added = (who: Person): Promise<number> => madeBy(who, "/api/wines", { name: "Rioja", kind: "red" });

export const told: Told = { "wines you share and like": ["wines", "wine_likes"] };

export const rows: Rows = {
  "POST /api/wines": json({ name: "Rioja", kind: "red" }),
  "PATCH /api/wines/:id": { ...json({ note: "Smoky." }), to: async (_world, who) => `/api/wines/${await added(who)}` },
  "DELETE /api/wines/:id": {
    to: async (_world, who) => `/api/wines/${await added(who)}`,
    checks: {
      "nobody else's, but admins any": async ({ member, other, admin }) => {
        const id = await added(other);
        expect((await member.call("PATCH", `/api/wines/${id}`, { note: "x" })).status).toBe(403);
        expect((await member.call("DELETE", `/api/wines/${id}`)).status).toBe(403);
        expect((await admin.call("PATCH", `/api/wines/${id}`, { note: "x" })).status).toBe(200);
        expect((await admin.call("DELETE", `/api/wines/${id}`)).status).toBe(204);
      },
    },
  },
  "PUT /api/wines/:id/like": { to: async ({ other }) => `/api/wines/${await added(other)}/like` },
  "DELETE /api/wines/:id/like": {
    to: async ({ other }, who) => {
      const id = await added(other);
      await who.call("PUT", `/api/wines/${id}/like`);
      return `/api/wines/${id}/like`;
    },
  },
};
