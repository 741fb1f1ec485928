import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { AuditEntry } from "#contract/audit.ts";
import { IdText } from "#contract/ids.ts";
import { PageLimit } from "#contract/paging.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

export const auditRoutes = (deps: Deps) =>
  new Elysia({ name: "audit", tags: ["Activity"] })
    .use(guards(deps))
    .get("/api/audit", ({ query }) => deps.stores.audit.list(query), {
      admin: true,
      detail: { summary: "List what admins did", description: "The newest first." },
      query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(PageLimit) }),
      response: Type.Array(AuditEntry),
    });
