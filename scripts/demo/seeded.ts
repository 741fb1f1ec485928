import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { formatInTimeZone } from "date-fns-tz";

import { closeDatabase } from "#db/open.ts";
import { createLog } from "#server/adapters/log.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { DEFAULT_TIME_ZONE } from "#server/settings/values.ts";
import { openStorage } from "#server/storage/folder.ts";

import { executableSources, isStale } from "../stale.ts";
import { type DemoClub, seedDemoClub } from "./seed.ts";

const FOLDER = "dist/demo-club";

/** The storage of today's demo, which callers copy; seeding takes seconds. */
export async function seededDemo(): Promise<{ storage: string; demo: DemoClub }> {
  const dayFile = `${formatInTimeZone(new Date(), DEFAULT_TIME_ZONE, "yyyy-MM-dd")}.json`;
  const seededFile = join(FOLDER, dayFile);
  const isMissing = () => isStale(seededFile, [...executableSources, "scripts/demo/*", "demo/**/*"]);
  if (isMissing()) {
    mkdirSync("dist", { recursive: true });
    const folder = mkdtempSync(`${FOLDER}-`);
    writeFileSync(
      join(folder, dayFile),
      JSON.stringify(await seedStorage({ STORAGE_DIR: join(folder, "storage"), TEAM_AVATAR_URL: "local" })),
    );
    // another process may have come first, and its club is being copied
    if (isMissing()) {
      if (existsSync(FOLDER)) renameSync(FOLDER, `${folder}-old`);
      renameSync(folder, FOLDER);
    }
    for (const path of [folder, `${folder}-old`]) rmSync(path, { recursive: true, force: true });
  }
  return { storage: join(FOLDER, "storage"), demo: JSON.parse(readFileSync(seededFile, "utf8")) };
}

export async function seedStorage(environment: Record<string, string | undefined>): Promise<DemoClub> {
  const config = readConfig(environment);
  const db = openStorage(config.storageDir);
  try {
    const deps = createDeps(config, db, { log: createLog({ logFormat: "text", logLevel: "error" }) });
    const demo = await seedDemoClub(deps, { now: new Date() });
    // last, so that the members get no welcome email
    if (environment["EMAIL_FROM"]) deps.stores.email.enable(true, deps.clock.now().toISOString());
    return demo;
  } finally {
    closeDatabase(db);
  }
}
