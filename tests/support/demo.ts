import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#db/open.ts";
import { createLog } from "#server/adapters/log.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { openStorage } from "#server/storage/folder.ts";

import { seedDemoClub } from "../../scripts/demo/seed.ts";
import { startClub } from "./executable.ts";

/**
 * Starts the compiled club with the demo's data; `stop` also removes the storage. Everyone's password is
 * `DEMO_PASSWORD` (scripts/demo/people.ts).
 */
export async function startDemoClub(environment: Record<string, string> = {}) {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-test-demo-"));
  const config = readConfig({ STORAGE_DIR: storageDir, TEAM_AVATAR_URL: "local", ...environment });
  const db = openStorage(storageDir);
  const deps = createDeps(config, db, { log: createLog({ logFormat: "text", logLevel: "error" }) });
  const demo = await seedDemoClub(deps, { now: new Date() });
  closeDatabase(db);
  const club = await startClub({ environment, storageDir });
  return {
    ...club,
    demo,
    stop: async () => {
      const code = await club.stop();
      rmSync(storageDir, { recursive: true, force: true });
      return code;
    },
  };
}
