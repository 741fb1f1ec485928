import { Elysia } from "elysia";

import type { PictureFolder } from "#server/adapters/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/http/guards.ts";
import { staticFiles } from "#server/http/static-files.ts";

export const pictureRoutes = async (deps: Deps) => {
  // the plugin lists the folders, so they must exist
  await deps.disk.prepare();
  const [avatars, covers] = [await pictures(deps, "avatars"), await pictures(deps, "covers")];
  return new Elysia({ name: "pictures" })
    .use(guards(deps))
    .guard({ member: true }, (members) => members.use(avatars).use(covers));
};

function pictures({ disk }: Deps, folder: PictureFolder) {
  return staticFiles({
    path: disk.absolute(folder),
    address: `/api/${folder}`,
    names: /[0-9a-f]{64}\.webp/,
    cacheControl: "private, max-age=31536000, immutable",
  });
}
