import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { externalModules } from "../../scripts/executable.ts";

/** Changes of the next version: an added column, and a renamed setting. */
export const NEXT = {
  column: "ALTER TABLE posts ADD COLUMN next_version TEXT NOT NULL DEFAULT 'new'",
  renamed: { old: "CLUB_TITLE", name: "CLUB_NAME", until: "2028-01-01" },
};

const NO_RENAMED_SETTINGS = "const RENAMED_SETTINGS: readonly RenamedSetting[] = [];";

/** Builds this program with one more migration and a renamed setting. @returns its main file, for Bun */
export async function buildNextVersion(schema: number) {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-next-"));
  cpSync("src/db/migrations", join(folder, "migrations"), { recursive: true });
  await Bun.write(join(folder, `migrations/${String(schema + 1).padStart(4, "0")}_next.sql`), `${NEXT.column};\n`);
  await Bun.build({
    entrypoints: ["src/server/main.ts"],
    outdir: folder,
    target: "bun",
    external: [...externalModules],
    plugins: [
      {
        name: "the next version",
        setup: ({ onLoad }) => {
          onLoad({ filter: /src\/server\/settings\/renamed\.ts$/ }, async ({ path }) => {
            const text = await Bun.file(path).text();
            if (!text.includes(NO_RENAMED_SETTINGS)) throw new Error(`${path} has changed: ${NO_RENAMED_SETTINGS}`);
            const renamedSettings = NO_RENAMED_SETTINGS.replace("[];", `[${JSON.stringify(NEXT.renamed)}];`);
            return { contents: text.replace(NO_RENAMED_SETTINGS, renamedSettings), loader: "ts" };
          });
        },
      },
    ],
  });
  return { main: join(folder, "main.js"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
