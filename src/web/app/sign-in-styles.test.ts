import { expect, test } from "bun:test";
import { dirname, join } from "node:path";

const APP = "src/web/app";
const styles = await Bun.file(`${APP}/app.css`).text();
const sources = [...styles.matchAll(/@source "(.+)"/g)].map(([, path = ""]) => new Bun.Glob(join(APP, path)));

/** Other modules that a page loads later are members', except the parts of the sign-in page and its toasts. */
const isOfVisitors = (path: string) => /main\.tsx|members\/auth|toaster/.test(path);

async function findModules(path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = (await Bun.file(path).text()).matchAll(/^import (?!type)[^;]*?"(.+)";|import\("(.+)"\)/gm);
  for (const [, name = "", laterName = ""] of imports) {
    const target = (name || laterName).replace(/^#web/, "src/web");
    const next = target.startsWith(".") ? join(dirname(path), target) : target;
    if (/^src\/web\/.*\.tsx?$/.test(next) && (name || isOfVisitors(next))) await findModules(next, found);
  }
  return found;
}

test("the sign-in page's styles include those of all its parts", async () => {
  const modules = [...(await findModules(`${APP}/start.ts`))];
  expect(modules).toContain("src/web/members/auth/device-sign-in.tsx");
  const texts = await Promise.all(modules.map(async (path) => [path, await Bun.file(path).text()] as const));
  const styled = texts.filter(([, text]) => /class(?:Name)?=|(?:_CLASS|Class) = "/.test(text)).map(([path]) => path);
  expect(styled.filter((path) => !sources.some((source) => source.match(path)))).toEqual([]);
});
