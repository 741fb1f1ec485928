import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { AppError } from "#server/errors.ts";

import type { Disk } from "./disk.ts";
import { moveFile, syncPath, writeFully } from "./file-io.ts";
import { RecentMap } from "./recent-map.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";

const REJECTED_MAX = 200;

export type DerivedFiles = ReturnType<typeof createDerivedFiles>;

/** The child process's output from stored files, in `cache/`. Not backed up; deleted with its source. */
export function createDerivedFiles(disk: Disk, sandbox: Sandbox) {
  const pending = new Map<string, Promise<string>>();
  /** Not retried until the next start: files that the child rejected, or was killed over. */
  const rejections = new RecentMap<AppError>(REJECTED_MAX);
  const pathOf = (name: string) => disk.absolute(`cache/${name}`);

  const writeDraft = async <Result>(name: string, fill: (draft: string) => Promise<Result>): Promise<Result> => {
    const path = pathOf(name);
    const draft = disk.absolute(`tmp/${process.pid}-${randomBytes(12).toString("hex")}`);
    try {
      // a missing folder would be reported as an error of the file
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      const result = await fill(draft);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // a reader may have the existing file open
      if (existsSync(path)) await rm(draft, { force: true });
      else {
        await moveFile(draft, path);
        await syncPath(dirname(path));
      }
      return result;
    } catch (error) {
      // a killed child may have written files in addition to its draft
      const drafts = (await readdir(dirname(draft)).catch((): string[] => [])).filter((one) =>
        one.startsWith(basename(draft)),
      );
      for (const one of drafts) await rm(join(dirname(draft), one), { force: true });
      throw error;
    }
  };

  const write = (name: string, args: readonly string[], options: SandboxOptions): Promise<unknown> =>
    writeDraft(name, (draft) => sandbox.run([...args, draft], options));

  const create = async (name: string, args: readonly string[], options: SandboxOptions): Promise<string> => {
    try {
      await write(name, args, options);
      return pathOf(name);
    } catch (error) {
      // a missing source may return with its disk
      if (error instanceof AppError && error.code === "invalid" && existsSync(args.at(-1) ?? ""))
        rejections.set(name, error);
      throw error;
    } finally {
      pending.delete(name);
    }
  };

  return {
    find: (name: string): string | null => (existsSync(pathOf(name)) ? pathOf(name) : null),

    /** Concurrent callers share one run. @param args of `inspect`, the source last @throws AppError */
    getOrCreate: async (name: string, args: readonly string[], options: SandboxOptions = {}): Promise<string> => {
      if (existsSync(pathOf(name))) return pathOf(name);
      const error = rejections.get(name);
      if (error) throw error;
      const result = pending.get(name) ?? create(name, args, options);
      pending.set(name, result);
      return result;
    },

    /** Creates the file of an upload, even after a rejection. @returns the child's output @throws AppError */
    write: (name: string, args: readonly string[], signal?: AbortSignal): Promise<unknown> =>
      write(name, args, { signal }),

    save: (name: string, text: string): Promise<void> =>
      writeDraft(name, (draft) => writeFully(draft, (append) => append(Buffer.from(text)))),

    delete: (name: string): Promise<void> => {
      rejections.delete(name);
      return disk.delete(`cache/${name}`);
    },
  };
}
