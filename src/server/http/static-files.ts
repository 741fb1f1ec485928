import { staticPlugin } from "@elysiajs/static";

type Folder = {
  path: string;
  address: string;
  /** The only names served: no subfolder, dot file or `..` can match. */
  names: RegExp;
  cacheControl: string;
};

/** Routes for one folder's files; the caller adds the guard. */
export function staticFiles({ path, address, names, cacheControl }: Folder) {
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
