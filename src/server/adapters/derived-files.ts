import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { AppError } from "#server/errors.ts";

import type { Disk } from "./disk.ts";
import { syncPath, writeFully } from "./file-io.ts";
import { RecentMap } from "./recent-map.ts";
import type { Sandbox } from "./sandbox.ts";

const REFUSED_MAX = 200;

/** As `Sandbox.run` takes them. */
type Work = {
  signal?: AbortSignal | undefined;
  input?: string | undefined;
  onProgress?: ((share: number) => void) | undefined;
};

export type DerivedFiles = ReturnType<typeof createPreparedFiles>;

/**
 * What the child process makes of stored files: once each, kept under `cache/`. It can all be made again, so it's in no
 * backup, and the hourly sweep removes what belongs to no stored file.
 */
export function createPreparedFiles(disk: Disk, sandbox: Sandbox) {
  const making = new Map<string, Promise<string>>();
  /** Files the child process refused, or was killed over. They aren't tried again until the next start. */
  const refused = new RecentMap<AppError>(REFUSED_MAX);

  const writeDraft = async <Result>(name: string, fill: (draft: string) => Promise<Result>): Promise<Result> => {
    const path = disk.absolute(`cache/${name}`);
    const draft = disk.absolute(`tmp/${process.pid}-${randomBytes(12).toString("hex")}`);
    try {
      // A missing folder would be reported as an error of the file.
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      const result = await fill(draft);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // readers may have the one that is there open
      if (existsSync(path)) await rm(draft, { force: true });
      else {
        await rename(draft, path);
        await syncPath(dirname(path));
      }
      return result;
    } catch (error) {
      // a child that was killed leaves what it wrote beside it, too
      const drafts = (await readdir(dirname(draft)).catch((): string[] => [])).filter((one) =>
        one.startsWith(basename(draft)),
      );
      for (const one of drafts) await rm(join(dirname(draft), one), { force: true });
      throw error;
    }
  };

  const write = (name: string, args: readonly string[], { signal, input, onProgress }: Work): Promise<unknown> =>
    writeDraft(name, (draft) => sandbox.run([...args, draft], signal, input, onProgress));

  const make = async (name: string, args: readonly string[], work: Work): Promise<string> => {
    try {
      await write(name, args, work);
      return disk.absolute(`cache/${name}`);
    } catch (error) {
      // a missing source may come back, with its disk
      if (error instanceof AppError && error.code === "invalid" && existsSync(args.at(-1) ?? "")) {
        refused.set(name, error);
      }
      throw error;
    } finally {
      making.delete(name);
    }
  };

  return {
    /** Path of a file that was made, or null. */
    find: (name: string): string | null => {
      const path = disk.absolute(`cache/${name}`);
      return existsSync(path) ? path : null;
    },

    /**
     * Path of a file under `cache/`, made by the command `inspect` with `args`, of which the last is the file to read, and the path to write to. Those who ask
     * meanwhile share it. @throws AppError what the child refused; invalid when it took too much; disk-full
     */
    make: async (name: string, args: readonly string[], work: Work = {}): Promise<string> => {
      const path = disk.absolute(`cache/${name}`);
      if (existsSync(path)) return path;
      const error = refused.get(name);
      if (error) throw error;
      const made = making.get(name) ?? make(name, args, work);
      making.set(name, made);
      return made;
    },

    /** Makes it of a file that isn't stored yet, also again. @returns what the child says of the file @throws AppError */
    write: (name: string, args: readonly string[], signal?: AbortSignal): Promise<unknown> =>
      write(name, args, { signal }),

    /** Saves a file that needs no child process. @throws AppError disk-full */
    save: (name: string, text: string): Promise<void> =>
      writeDraft(name, (draft) => writeFully(draft, (append) => append(Buffer.from(text)))),

    /** It may be made again then. */
    remove: (name: string): Promise<void> => {
      refused.delete(name);
      return disk.remove(`cache/${name}`);
    },
  };
}
