import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { createEreader } from "./ereader.ts";

export const ereaderRoutes = (deps: Deps) => {
  const ereader = createEreader(deps);
  const response = { 202: Type.Object({}) };
  return new Elysia({ name: "ereader" })
    .use(guards(deps))
    .post(
      "/api/books/:id/send",
      async ({ by, params, status }) => {
        await ereader.sendBook(by, Number(params.id));
        return status(202, {});
      },
      { member: true, params: IdParams, response },
    )
    .post(
      "/api/profile/ereader/test",
      async ({ by, status }) => {
        await ereader.sendTest(by);
        return status(202, {});
      },
      { member: true, response },
    );
};
