import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "../../scripts/free-port.ts";

/** A started server. `ms`: from process start to first response. */
export type Started = { url: string; pid: number; ms: number; stop: () => Promise<void> };

/** Starts an executable on a free port and waits for its first response. */
export async function startServer(program: string, environment: Record<string, string>): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startMs = performance.now();
  const child = Bun.spawn([program], {
    env: { ...environment, PORT: String(port), LOG_LEVEL: "error" },
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (;;) {
    const answer = await fetch(`${url}/api/health`, { headers: { connection: "close" } }).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null) throw new Error(`${program} ended before it answered.`);
    await Bun.sleep(0.5);
  }
  const ms = performance.now() - startMs;
  return {
    url,
    pid: child.pid,
    ms,
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

export const inFolder =
  <Measured>(measure: (folder: string) => Promise<Measured>): (() => Promise<Measured>) =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "bookclub-bench-"));
    try {
      return await measure(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
