import type { Health } from "#contract/club.ts";
import { readConfig } from "#server/config.ts";

import { type Command, TaskError } from "./command.ts";

export const healthcheck: Command = {
  summary: "checks the running server",
  usage: `bookclub healthcheck

Exits with code 0 if the club answers. While a new version upgrades its data, which may take minutes, it says so and
exits with code 1: keep waiting then.`,
  run: async ({ environment, print }) => {
    const { host, port } = readConfig(environment);
    const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/api/health`;
    const response = await fetch(url, { proxy: false, signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (!response) throw new TaskError(`No bookclub server is running at ${url}.`);
    if (!response.ok) {
      const health: Partial<Health> | null = await response.json().catch(() => null);
      throw new TaskError(
        health?.status === "upgrading"
          ? `The server at ${url} is upgrading its data: keep waiting.`
          : `The server at ${url} is unhealthy: it answers ${response.status}.`,
      );
    }
    print("ok");
  },
};
