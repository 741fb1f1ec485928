import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { sendBook, sendTest } from "./ereader.ts";

export const ereaderRoutes = (deps: Deps) => {
  const response = { 202: Type.Object({}) };
  return new Elysia({ name: "ereader" })
    .use(guards(deps))
    .post(
      "/api/books/:id/send",
      async ({ by, params, status }) => {
        await sendBook(deps, by, Number(params.id));
        return status(202, {});
      },
      { member: true, params: IdParams, response },
    )
    .post(
      "/api/profile/ereader/test",
      async ({ by, status }) => {
        await sendTest(deps, by);
        return status(202, {});
      },
      { member: true, response },
    );
};
