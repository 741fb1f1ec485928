import { existsSync, readFileSync } from "node:fs";

/** Without a network, apt waits for minutes. */
const APT_TIMEOUT_MS = 300_000;

export function isRootOnDebian(): boolean {
  if (process.getuid?.() !== 0 || !Bun.which("apt-get") || !existsSync("/etc/os-release")) return false;
  return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Ignores failures, so check afterward if the programs exist. */
export async function installFromDebian(...names: string[]): Promise<void> {
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...names],
  ])
    await Bun.spawn(["apt-get", ...args], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: APT_TIMEOUT_MS,
    }).exited;
}
