import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { externalModules } from "../../scripts/executable.ts";

/** Builds this program with one more migration. @returns its main file, for Bun */
export async function buildNextVersion(schema: number) {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-next-"));
  cpSync("src/db/migrations", join(folder, "migrations"), { recursive: true });
  await Bun.write(
    join(folder, `migrations/${String(schema + 1).padStart(4, "0")}_next.sql`),
    `ALTER TABLE posts ADD COLUMN next_version TEXT NOT NULL DEFAULT 'new';\n`,
  );
  await Bun.build({
    entrypoints: ["src/server/main.ts"],
    outdir: folder,
    target: "bun",
    external: [...externalModules],
  });
  return { main: join(folder, "main.js"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
