import { Elysia } from "elysia";

import { Storage } from "#contract/storage.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { describeStorage } from "./storage.ts";

export const storageRoutes = (deps: Deps) =>
  new Elysia({ name: "storage", tags: ["Server"] }).use(guards(deps)).get("/api/storage", () => describeStorage(deps), {
    admin: true,
    detail: { summary: "Show the state of the storage" },
    response: Storage,
  });
