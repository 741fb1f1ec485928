import { readConfig } from "#server/config.ts";

import { type Command, TaskError } from "./command.ts";

export const healthcheck: Command = {
  name: "healthcheck",
  summary: "checks the running server",
  usage: "bookclub healthcheck",
  run: async ({ environment, print }) => {
    const { host, port } = readConfig(environment);
    const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/api/health`;
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (!response) throw new TaskError(`No bookclub server is running at ${url}.`);
    if (!response.ok) throw new TaskError(`The server at ${url} is unhealthy: it answers ${response.status}.`);
    print("ok");
  },
};
