import { staticPlugin } from "@elysiajs/static";
import { type AnyElysia, Elysia, NotFoundError } from "elysia";

type Folder = {
  path: string;
  address: string;
  /** The only names served: no subfolder, dot file or `..` can match. */
  names: RegExp;
  cacheControl: string;
};

/** Routes for one folder's files, which may be on a disk that isn't mounted yet; the caller adds the guard. */
export function staticFiles(folder: Folder): Promise<AnyElysia> {
  return serve(folder).catch(() => serveOnceThere(folder));
}

/** The plugin reads the folder when it's made, so that is tried at each request. */
function serveOnceThere(folder: Folder): AnyElysia {
  let found: Promise<AnyElysia> | null = null;
  return new Elysia().get(`${folder.address}/*`, async ({ request }) => {
    found ??= serve(folder);
    const app = await found.catch(() => {
      found = null;
    });
    const response = await app?.handle(request);
    if (!response?.ok) throw new NotFoundError();
    return response;
  });
}

function serve({ path, address, names, cacheControl }: Folder): Promise<AnyElysia> {
  return staticPlugin({
    assets: path,
    prefix: address,
    // looks on disk at each request, so later files are found
    alwaysStatic: false,
    decodeURI: true,
    indexHTML: false,
    ignorePatterns: [new RegExp(`^(?!${RegExp.escape(`${path}/`)}${names.source}$)`)],
    headers: { "cache-control": cacheControl },
    // the plugin's tags lack the quotation marks of RFC 9110
    etag: false,
    silent: true,
  });
}
