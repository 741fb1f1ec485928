import { installFromDebian, isRootOnDebian } from "./debian.ts";

/**
 * Makes sure that there is strace, with which tests let the disk fail: the one that is there, else Debian's package (as
 * root on Debian). @returns why it cannot be used on this machine, or null when it can
 */
export function ensureStrace(): string | null {
  if (process.getuid?.() !== 0) return "not root";
  if (!Bun.which("strace") && isRootOnDebian()) installFromDebian("strace");
  return whyNoFaults();
}

/** Why tests cannot let the disk fail on this machine, or null when they can. Installs nothing. */
export function whyNoFaults(): string | null {
  if (process.getuid?.() !== 0) return "not root";
  const strace = Bun.which("strace");
  if (!strace) return "no strace";
  // a container may forbid to look into processes
  const tried = Bun.spawnSync([strace, "-qq", "-o", "/dev/null", "true"], { stderr: "ignore" });
  return tried.exitCode === 0 ? null : "strace may not look into processes";
}
