import { pictureCalls } from "#contract/downloads.ts";
import { guardedPlugin, routes } from "#server/access/routes.ts";
import type { PictureFolder } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";
import { staticFiles } from "#server/http/static-files.ts";

import { readSmallCover } from "./small-covers.ts";

const FOREVER = "private, max-age=31536000, immutable";

export const pictureRoutes = async (deps: Deps) => {
  // the plugin lists the folders, so they must exist
  await deps.disk.prepare();
  const { tag, table } = pictureCalls();
  const { app } = routes(deps, { tag, table }).on(
    "GET /api/covers/small/:name",
    async ({ params }) =>
      new Response(await readSmallCover(deps, params.name), {
        headers: { "cache-control": FOREVER, "content-type": "image/webp" },
      }),
  );
  app.use(guardedPlugin(deps, tag, table["GET /api/avatars/*"], await pictures(deps, "avatars")));
  app.use(guardedPlugin(deps, tag, table["GET /api/covers/*"], await pictures(deps, "covers")));
  return { app };
};

function pictures({ disk }: Deps, folder: PictureFolder) {
  return staticFiles({
    path: disk.absolute(folder),
    address: `/api/${folder}`,
    names: /[0-9a-f]{64}\.webp/,
    cacheControl: FOREVER,
  });
}
