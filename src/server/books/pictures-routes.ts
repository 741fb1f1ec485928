import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import type { PictureFolder } from "#server/adapters/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { guards } from "#server/http/guards.ts";

import { findPicture } from "./downloads.ts";

const Name = Type.Object({ name: Type.RegExp(/^[0-9a-f]{64}\.webp$/) });

/** Covers and members' photos, for signed-in people only (DESIGN 3). */
export const pictureRoutes = (deps: Deps) => {
  const send =
    (folder: PictureFolder) =>
    async ({ request, params }: { request: Request; params: { name: string } }) =>
      fileResponse(request, await findPicture(deps, folder, params.name.slice(0, 64)));
  const options = { member: true, params: Name } as const;
  return new Elysia({ name: "pictures" })
    .use(guards(deps))
    .get("/api/avatars/:name", send("avatars"), options)
    .get("/api/covers/:name", send("covers"), options);
};
