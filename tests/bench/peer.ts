import { freePort } from "../../scripts/free-port.ts";
import type { Started } from "./compiled.ts";

type Peer = { environment?: (port: number) => Record<string, string>; path?: string };

/** Starts another server on a free port, and waits until it answers at `path`. */
export async function startPeer(
  command: (port: number) => string[],
  { environment = () => ({}), path = "/" }: Peer = {},
): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const words = command(port);
  const started = performance.now();
  const child = Bun.spawn(words, {
    env: { ...Bun.env, ...environment(port) },
    stdio: ["ignore", "ignore", "ignore"],
  });
  while (!(await fetch(url + path, { headers: { connection: "close" } }).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${words[0]} did not start.`);
    await Bun.sleep(0.5);
  }
  return {
    url,
    pid: child.pid,
    ms: performance.now() - started,
    rss: () => Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(child.pid)]).stdout.toString()) * 1024,
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
