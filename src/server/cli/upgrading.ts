import { join } from "node:path";

import { findPendingUpgrade } from "#db/migrate.ts";
import { DATABASE_FILE } from "#db/open.ts";
import { programCommand } from "#server/adapters/program.ts";
import { type Config, readConfig } from "#server/config.ts";

import type { Command, CommandInput } from "./command.ts";

/** Runs in another process, because an upgrade blocks the server. */
export const upgrading: Command = {
  summary: "responds while the server upgrades the database",
  isHidden: true,
  usage: "bookclub upgrading",
  run: async ({ environment }) => {
    const { createUpgradingResponse } = await import("#server/operations/health/upgrading.ts");
    const { BODY_MAX_BYTES } = await import("#server/http/connection.ts");
    const config = readConfig(environment);
    Bun.serve({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: BODY_MAX_BYTES,
      development: false,
      reusePort: false,
      fetch: (request) => createUpgradingResponse(config, request),
    });
    await new Promise(() => {});
  },
};

/** Responds with 503 to all requests if an upgrade is pending. @returns a function that frees the port */
export function respondWhileUpgrading(
  { storageDir, port }: Config,
  environment: CommandInput["environment"],
): () => Promise<void> {
  if (port === 0 || findPendingUpgrade(join(storageDir, DATABASE_FILE)) === null) return async () => {};
  const child = Bun.spawn([...programCommand(), "upgrading"], {
    env: { ...environment, BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  return async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
}
