import { Glob } from "bun";

const MADE = /\b(?:call|callWithHeaders|query)\(\s*"([A-Z]+ \/api\/[^"]*)"/g;
/** By XMLHttpRequest, which names the method itself. */
const OPENED = /\.open\("[A-Z]+", addressOf\("([A-Z]+ \/api\/[^"]*)"/g;

/** Every call that the web makes, as `METHOD /path` with a star for what varies, sorted. */
export async function writtenCalls(): Promise<string[]> {
  const calls = new Set<string>();
  for await (const path of new Glob("src/web/**/*.{ts,tsx}").scan()) {
    if (path.includes(".test.")) continue;
    const source = await Bun.file(path).text();
    for (const [, key = ""] of [...source.matchAll(MADE), ...source.matchAll(OPENED)])
      calls.add(key.replaceAll(/:\w+/g, "*"));
  }
  return [...calls].toSorted();
}

/** The written call that a made one, e.g. `DELETE /api/users/1`, is; itself if there is none. */
export function writtenAs(made: string, written: readonly string[]): string {
  if (written.includes(made)) return made;
  const fits = (call: string) => new RegExp(`^${call.split("*").map(RegExp.escape).join("[^/]+")}$`).test(made);
  return written.find(fits) ?? made;
}
