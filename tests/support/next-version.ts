import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { compileFlags } from "../../scripts/executable.ts";

/** What the next version changes: a column that it adds, and a setting that it renames. */
export const NEXT = {
  column: "ALTER TABLE posts ADD COLUMN next_version TEXT NOT NULL DEFAULT 'new'",
  renamed: { old: "CLUB_TITLE", name: "CLUB_NAME", until: "2028-01-01" },
};

/** Changes one place of a source file. @throws Error when it isn't there */
function change(text: string, from: RegExp, to: string): string {
  if (!from.test(text)) throw new Error(`The next version can't be made: ${from} isn't there.`);
  return text.replace(from, () => to);
}

/** Builds this program with one more migration and a renamed setting. @returns its main file, to be run by Bun */
export async function buildNextVersion(newest: number) {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-next-"));
  const step = { version: newest + 1, name: "next", sql: NEXT.column };
  await Bun.build({
    entrypoints: ["src/server/main.ts"],
    outdir: folder,
    target: "bun",
    external: [...compileFlags.join("\n").matchAll(/^--external=(.*)$/gm)].map(([, name = ""]) => name),
    plugins: [
      {
        name: "the next version",
        setup: ({ onLoad }) => {
          const edit = (filter: RegExp, from: RegExp, to: string) =>
            onLoad({ filter }, async ({ path }) => ({
              contents: change(await Bun.file(path).text(), from, to),
              loader: "ts",
            }));
          edit(/src\/db\/migrations\.ts$/, /\n\];\n/, `\n  ${JSON.stringify(step)},\n];\n`);
          edit(
            /src\/server\/settings\/renamed\.ts$/,
            /const RENAMED: readonly RenamedSetting\[\] = \[\];/,
            `const RENAMED: readonly RenamedSetting[] = [${JSON.stringify(NEXT.renamed)}];`,
          );
        },
      },
    ],
  });
  return { main: join(folder, "main.js"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
