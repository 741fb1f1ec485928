import { installFromDebian, isRootOnDebian } from "./debian.ts";

export async function ensureStrace(): Promise<string | null> {
  if (!Bun.which("strace") && isRootOnDebian()) await installFromDebian("strace");
  return findStraceProblem();
}

/** @returns why tests can't inject disk errors here, or null */
export function findStraceProblem(): string | null {
  if (process.getuid?.() !== 0) return "not root";
  const strace = Bun.which("strace");
  if (!strace) return "no strace";
  // containers may forbid ptrace
  const result = Bun.spawnSync([strace, "-qq", "-o", "/dev/null", "true"], { stderr: "ignore" });
  return result.exitCode === 0 ? null : "strace may not look into processes";
}
