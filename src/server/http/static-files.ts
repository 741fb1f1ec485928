import { staticPlugin } from "@elysiajs/static";

type Folder = {
  /** Absolute path, on the disk or inside the executable. */
  path: string;
  address: string;
  /** The only names that are served: no subfolder, dot file or `..` can match. */
  names: RegExp;
  cacheControl: string;
};

/** Routes for the files of one folder. The caller puts the guard around them. */
export function staticFiles({ path, address, names, cacheControl }: Folder) {
  return staticPlugin({
    assets: path,
    prefix: address,
    // looks on the disk at each request, so files that come later are found
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
