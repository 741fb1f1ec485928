import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "../../scripts/free-port.ts";
import { collectOutput, executable, outcomeOf, untilServing } from "./executable.ts";
import { largeAudiobook } from "./large-upload.ts";

/**
 * A folder with only the executable, run by its own account (if root), like another machine without any environment but
 * a port. @param environment more settings @param uid of an unprivileged account; ignored without root
 */
export async function createMachine(uid: number, environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-machine-"));
  const program = join(folder, "bookclub");
  copyFileSync(await executable(), program);
  chmodSync(program, 0o755);
  const isRoot = process.getuid?.() === 0;
  const chownToAccount = (path: string) => isRoot && chownSync(path, uid, uid);
  chownToAccount(folder);
  chownToAccount(program);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const account = isRoot ? { uid, gid: uid } : {};
  const options = {
    cwd: folder,
    env: { PORT: String(port), ...environment },
    stdout: "pipe",
    stderr: "pipe",
    ...account,
  } as const;
  const storage = join(folder, "storage");
  let wrapper: string[] = [];
  let version = [program];

  return {
    folder,
    storage,
    url,
    give: chownToAccount,
    run: async (...args: string[]) => {
      const child = Bun.spawn([...wrapper, ...version, ...args], { ...options, stdin: "ignore" });
      const { exitCode, stdout, stderr } = await outcomeOf(child);
      return { exitCode, stdout: stdout.trim(), stderr: stderr.trim() };
    },
    /** Runs later commands under another program, such as strace; without arguments, it stops doing so. */
    runUnder: (...args: string[]) => {
      wrapper = args;
    },
    /** Runs later commands with another version's program; without arguments, with its own. */
    runVersion: (...args: string[]) => {
      version = args.length > 0 ? args : [program];
    },
    start: (...args: string[]) => Bun.spawn([program, ...args], { ...options, stdin: "ignore" }),
    /** Starts the club and waits until it responds. `output` is everything printed so far. */
    serve: async () => {
      const child = Bun.spawn([...wrapper, program], { ...options, stdin: "ignore" });
      let output = "";
      collectOutput(child, (text) => (output += text));
      await untilServing(url, child, () => output);
      return {
        pid: child.pid,
        output: () => output,
        stop: async () => {
          child.kill("SIGTERM");
          return child.exited;
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Machine = Awaited<ReturnType<typeof createMachine>>;

/** Adds a book with an audiobook of this size. */
export async function importBook({ folder, run }: Machine, title: string, bytes: number): Promise<void> {
  const audio = join(folder, "audio.m4b");
  writeFileSync(audio, Buffer.concat([...largeAudiobook(bytes, title).bytes()]));
  const book = { "--title": title, "--author": "Jane Austen", "--month": "2026-03", "--audiobook": audio };
  const { stderr } = await run("book", "import", ...Object.entries(book).flat());
  if (stderr !== "") throw new Error(stderr);
}

/** SHA-256 of every file in the members' folders, by path. */
export async function everyHash(storage: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const folder of ["books", "covers", "avatars"]) {
    mkdirSync(join(storage, folder), { recursive: true });
    for (const entry of readdirSync(join(storage, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = await Bun.file(path).bytes();
      hashes[path.slice(storage.length + 1)] = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    }
  }
  return hashes;
}
