import { existsSync } from "node:fs";
import { join } from "node:path";

import { errorCode } from "#db/errors.ts";
import { AppError } from "#server/errors.ts";

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** In Linux, the running program, also after an update has replaced its file. */
const RUNNING_PROGRAM = "/proc/self/exe";

export function programCommand(): string[] {
  if (!Bun.isStandaloneExecutable) return [process.execPath, join(import.meta.dir, "../main.ts")];
  return [existsSync(RUNNING_PROGRAM) ? RUNNING_PROGRAM : process.execPath];
}

export function webDistDir(): string {
  return join(import.meta.dir, Bun.isStandaloneExecutable ? "web" : "../../../dist/web");
}

/** Reads the output of `bun run api`. @throws AppError not-found in a working tree without it */
export async function readApiText(): Promise<string> {
  if (Bun.isStandaloneExecutable) {
    const { brotliDecompressSync } = await import("node:zlib");
    return brotliDecompressSync(await Bun.file(join(webDistDir(), "parts/api.json.br")).bytes()).toString();
  }
  const file = Bun.file(join(import.meta.dir, "../../../dist/api.json"));
  if (!(await file.exists())) throw new AppError("not-found", "Run `bun run api` to create the API description.");
  return file.text();
}
