import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { seededDemo } from "../../scripts/demo/seeded.ts";
import { startClub } from "./executable.ts";

/**
 * Starts the compiled club with the demo's data; `stop` also removes the storage. Everyone's password is
 * `DEMO_PASSWORD` (scripts/demo/people.ts).
 */
export async function startDemoClub(environment: Record<string, string> = {}) {
  const { storage, demo } = await seededDemo();
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-test-demo-"));
  cpSync(storage, storageDir, { recursive: true, preserveTimestamps: true });
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
