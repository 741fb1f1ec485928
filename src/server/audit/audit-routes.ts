import { Type } from "@sinclair/typebox";

import { AuditEntry } from "#contract/audit.ts";
import { IdText } from "#contract/ids.ts";
import { PageLimit } from "#contract/paging.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

export const auditRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "audit", tag: "Activity" }).get(
    "/api/audit",
    ({ query }) => deps.stores.audit.list(query),
    {
      admin: true,
      detail: { summary: "List what admins did", description: "The newest first." },
      query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(PageLimit) }),
      response: Type.Array(AuditEntry),
    },
  );
