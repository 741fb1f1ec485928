import { Type } from "@sinclair/typebox";

import { SMALL_COVERS } from "#contract/small-cover.ts";
import { PatternText } from "#contract/text.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { PictureFolder } from "#server/adapters/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";
import { staticFiles } from "#server/http/static-files.ts";

import { readSmallCover } from "./small-covers.ts";

const PICTURE = respondsWith("The picture, which never changes.", "image/webp");
const FOREVER = "private, max-age=31536000, immutable";

export const pictureRoutes = async (deps: Deps) => {
  // the plugin lists the folders, so they must exist
  await deps.disk.prepare();
  const [avatars, covers] = [await pictures(deps, "avatars"), await pictures(deps, "covers")];
  return guardedRoutes(deps, { name: "pictures", tag: "Books" })
    .get(
      `${SMALL_COVERS}:name`,
      async ({ params }) =>
        new Response(await readSmallCover(deps, params.name), {
          headers: { "cache-control": FOREVER, "content-type": "image/webp" },
        }),
      {
        member: true,
        detail: { summary: "Send a small cover", ...PICTURE },
        params: Type.Object({ name: PatternText(/^[0-9a-f]{64}\.webp$/u, { max: 69 }) }),
      },
    )
    .guard({ member: true, detail: { summary: "Send a picture", ...PICTURE } }, (members) =>
      members.use(avatars).use(covers),
    );
};

function pictures({ disk }: Deps, folder: PictureFolder) {
  return staticFiles({
    path: disk.absolute(folder),
    address: `/api/${folder}`,
    names: /[0-9a-f]{64}\.webp/,
    cacheControl: FOREVER,
  });
}
