import { existsSync, readFileSync } from "node:fs";

/** How long Debian's servers are waited for, in milliseconds: without a network they would be for minutes. */
const PATIENCE_MS = 300_000;

/** True where packages may be installed without asking anybody. */
export function isRootOnDebian(): boolean {
  if (process.getuid?.() !== 0 || !Bun.which("apt-get") || !existsSync("/etc/os-release")) return false;
  return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Installs a package of Debian. Look for what it brings afterwards: it says nothing of its success. */
export function installFromDebian(name: string): void {
  for (const words of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", name],
  ])
    Bun.spawnSync(["apt-get", ...words], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: PATIENCE_MS,
    });
}
