import { staticPlugin } from "@elysiajs/static";
import { NotFoundError } from "elysia";

import { memoizeAsync } from "#server/adapters/memoize-async.ts";

type StaticFolder = {
  path: string;
  urlPrefix: string;
  /** Must not match a subfolder, a dot file or `..`. */
  names: RegExp;
  cacheControl: string;
};

/** Serves a folder. The plugin reads it, so it's created with the first request that finds the folder's disk mounted. */
export function staticFiles({ path, urlPrefix: address, names, cacheControl }: StaticFolder) {
  const createApp = memoizeAsync(() =>
    staticPlugin({
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
    }),
  );
  return async ({ request }: { request: Request }): Promise<Response> => {
    const app = await createApp().catch(() => null);
    // for HEAD, the plugin's response would lack the length
    const response = await app?.handle(new Request(request.url));
    if (response?.ok) return response;
    throw new NotFoundError();
  };
}
