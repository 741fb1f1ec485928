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

/** This program, to be started once more. */
export function program(): string[] {
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, join(import.meta.dir, "../main.ts")];
}

/** The built web app: inside the executable, or in the working tree. */
export function webDistDir(): string {
  return join(import.meta.dir, Bun.isStandaloneExecutable ? "web" : "../../../dist/web");
}

/** The API's description, as `bun run api` wrote it. @throws AppError not-found in a working tree without one */
export async function readApiText(): Promise<string> {
  if (Bun.isStandaloneExecutable) {
    const { brotliDecompressSync } = await import("node:zlib");
    return brotliDecompressSync(await Bun.file(join(webDistDir(), "parts/api.json.br")).bytes()).toString();
  }
  const file = Bun.file(join(import.meta.dir, "../../../dist/api.json"));
  if (!(await file.exists())) throw new AppError("not-found", "Run `bun run api` to make the API's description.");
  return file.text();
}
