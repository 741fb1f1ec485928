import { Elysia } from "elysia";

import { Backups } from "#contract/backups.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { listBackups } from "./record.ts";

export const backupRoutes = (deps: Deps) =>
  new Elysia({ name: "backups", tags: ["Server"] }).use(guards(deps)).get("/api/backups", () => listBackups(deps), {
    admin: true,
    detail: { summary: "Show the nightly backups" },
    response: Backups,
  });
