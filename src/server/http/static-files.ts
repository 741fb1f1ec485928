import { staticPlugin } from "@elysiajs/static";
import { type AnyElysia, Elysia, NotFoundError } from "elysia";

type StaticFolder = {
  path: string;
  urlPrefix: string;
  /** Must not match a subfolder, a dot file or `..`. */
  names: RegExp;
  cacheControl: string;
};

/** Serves a folder, which may be on a disk that isn't mounted yet; the caller adds the guard. */
export function staticFiles(folder: StaticFolder): Promise<AnyElysia> {
  return serve(folder).catch(() => serveWhenMounted(folder));
}

function serveWhenMounted(folder: StaticFolder): AnyElysia {
  let servingApp: Promise<AnyElysia> | null = null;
  return new Elysia().get(`${folder.urlPrefix}/*`, async ({ request }) => {
    servingApp ??= serve(folder);
    const app = await servingApp.catch(() => {
      servingApp = null;
    });
    const response = await app?.handle(request);
    if (!response?.ok) throw new NotFoundError();
    return response;
  });
}

function serve({ path, urlPrefix: address, names, cacheControl }: StaticFolder): Promise<AnyElysia> {
  return staticPlugin({
    assets: path,
    prefix: address,
    alwaysStatic: false,
    decodeURI: true,
    indexHTML: false,
    ignorePatterns: [new RegExp(`^(?!${RegExp.escape(`${path}/`)}${names.source}$)`)],
    headers: { "cache-control": cacheControl },
    // the plugin's ETags lack the quotes of RFC 9110
    etag: false,
    silent: true,
  });
}
