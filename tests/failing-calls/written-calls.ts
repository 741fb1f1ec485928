import { Glob } from "bun";

const CLIENT_CALL = /\bclient\s*\.(get|post|patch|put|delete)(?:<[^()]*>)?\(\s*[`"](\/api\/[^"\s]*)/g;
const QUERY_KEY = /\bqueryKey: \[\s*[`"](\/api\/[^"\s]*)/g;
/** Not where a key is taken apart. */
const UNREAD_KEY = /\bqueryKey: \[(?!\s*[`"]|[^\]]*\](?:, \w+)* \}(?::|\) =>))/;
const OPENED = /\.open\("([A-Z]+)", "(\/api\/[^"]*)"/g;

/** Every call in src/web/api, as `METHOD /path` with a star for what varies, sorted. Throws for one it can't parse. */
export async function writtenCalls(): Promise<string[]> {
  const calls = new Set<string>();
  for await (const path of new Glob("src/web/api/*.ts").scan()) {
    if (path.endsWith(".test.ts")) continue;
    const source = await Bun.file(path).text();
    const changing = source.match(/\bclient\s*\.(?:post|patch|put|delete)\b/g) ?? [];
    const read = [...source.matchAll(CLIENT_CALL)].filter(([, method]) => method !== "get");
    if (read.length < changing.length) throw new Error(`${path} makes a call whose address is not written beside it`);
    if (UNREAD_KEY.test(source)) throw new Error(`${path} has a query whose address is not written in its key`);
    for (const [, method = "", address = ""] of source.matchAll(CLIENT_CALL))
      calls.add(`${method.toUpperCase()} ${plain(address)}`);
    for (const [, address = ""] of source.matchAll(QUERY_KEY)) calls.add(`GET ${plain(address)}`);
    for (const [, method, address = ""] of source.matchAll(OPENED)) calls.add(`${method} ${plain(address)}`);
  }
  return [...calls].toSorted();
}

/** The written call that a made one, e.g. `DELETE /api/users/1`, is; itself if there is none. */
export function writtenAs(made: string, written: readonly string[]): string {
  if (written.includes(made)) return made;
  const fits = (call: string) => new RegExp(`^${call.split("*").map(RegExp.escape).join("[^/]+")}$`).test(made);
  return written.find(fits) ?? made;
}

/** Without the query string; `${id}` and the like as a star. */
function plain(address: string): string {
  return address
    .replaceAll(/(?<=\/)\$\{[^}]*\}/g, "*")
    .replace(/(?:\?|\$|`|").*$/, "")
    .replace(/,.*$/, "");
}
