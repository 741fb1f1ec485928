import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Migration = { version: number; name: string; sql: string };

const FOLDER = join(import.meta.dir, "migrations");

/** The files of `migrations/`; `version` becomes the database's `user_version`. */
export const migrations: readonly Migration[] = readdirSync(FOLDER)
  .toSorted()
  .map((file) => {
    const [, version = "", name = ""] = /^(\d{4})_(\w+)\.sql$/.exec(file) ?? [];
    return { version: Number(version), name, sql: readFileSync(join(FOLDER, file), "utf8") };
  });
