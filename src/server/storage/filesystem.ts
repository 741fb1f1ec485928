import { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

import { isDiskFull, isSqliteError } from "#db/errors.ts";
import { programCommand } from "#server/adapters/program.ts";

const LOCAL_FILESYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x52654973, 0x3153464a, 0x01021994, 0x858458f6,
  0x794c7630,
]);

/** On a network drive, locks of another machine can't be tested from here (https://www.sqlite.org/wal.html). */
const NETWORK_FILESYSTEMS = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x00c36400, "Ceph"],
]);

/** Databases were damaged in folders that a host shares with its guests, and on disks of several machines. */
const SHARED_FILESYSTEMS = new Map([
  [0x01021997, "9P"],
  [0x65735546, "FUSE or virtiofs"],
  [0x786f4256, "vboxsf"],
  [0xbacbacbc, "vmhgfs"],
  [0x47504653, "GPFS"],
  [0x0bd00bd0, "Lustre"],
  [0x7461636f, "OCFS2"],
  [0x01161970, "GFS2"],
]);

/** `message` is a sentence for operators. With `isUnsafe`, the server must not start. */
type FilesystemIssue = { isUnsafe: boolean; message: string };

/** Null if a database in the folder is safe. Unless the file system is known, locking is tested. */
export async function findFilesystemIssue(
  storageDir: string,
  testDatabase = testFilesystem,
): Promise<FilesystemIssue | null> {
  const filesystem = process.platform === "linux" ? Number(statfsSync(storageDir).type) >>> 0 : 0;
  const network = NETWORK_FILESYSTEMS.get(filesystem);
  const subject = `The storage folder ${storageDir} is on`;
  if (network !== undefined)
    return unsafeIssue(
      `${subject} a network drive (${network}), which can damage a database: set STORAGE_DIR to a local disk.`,
    );
  if (LOCAL_FILESYSTEMS.has(filesystem) || process.platform === "win32") return null;
  const sharedBy = SHARED_FILESYSTEMS.get(filesystem);
  const name = sharedBy === undefined ? "" : ` (${sharedBy})`;
  const result = await testDatabase(storageDir);
  if (result === "fails")
    return unsafeIssue(
      `${subject} a disk${name} where two programs can't share a database safely: set STORAGE_DIR to a local disk.`,
    );
  if (sharedBy === undefined) return null;
  if (result === "unknown")
    return unsafeIssue(
      `${subject} a shared disk${name}, which can damage a database: set STORAGE_DIR to a local disk.`,
    );
  const message = `${subject} a shared disk${name}. Here two programs can lock and read a database, but on such disks some were damaged: a local disk is safer.`;
  return { isUnsafe: false, message };
}

const unsafeIssue = (message: string): FilesystemIssue => ({ isUnsafe: true, message });

const TEST_TIMEOUT_MS = 10_000;
const COUNT_ROWS = "SELECT count(*) AS n FROM tried";
const INSERT_ROW = "INSERT INTO tried DEFAULT VALUES";

/** Whether a lock blocks another process, and each sees the other's writes; `unknown` if it can't be tested. */
async function testFilesystem(folder: string): Promise<"works" | "fails" | "unknown"> {
  // if this process is killed, the next start removes it
  const path = join(folder, "tmp", `${process.pid}-${randomBytes(6).toString("hex")}.db`);
  try {
    mkdirSync(join(folder, "tmp"), { recursive: true, mode: 0o700 });
    using db = openTestDatabase(path);
    db.run("CREATE TABLE tried (id INTEGER PRIMARY KEY)");
    return await testWithOtherProcess(db, path);
  } catch (error) {
    // opening the real database reports missing permissions and a full disk
    if (isSqliteError(error, "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM") || isDiskFull(error))
      return "unknown";
    return isSqliteError(error, "SQLITE_") ? "fails" : "unknown";
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  }
}

async function testWithOtherProcess(db: Database, path: string): Promise<"works" | "fails" | "unknown"> {
  const child = Bun.spawn([...programCommand(), "try-storage", path], {
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    timeout: TEST_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  try {
    const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const requestOperation = async (operation: "read" | "write"): Promise<string | null> => {
      child.stdin.write(`${operation}\n`);
      await child.stdin.flush();
      // a line this short arrives in one chunk
      return (await output.read()).value?.trim() ?? null;
    };
    const beforeLock = await requestOperation("read");
    if (beforeLock === null) return "unknown";
    db.run("BEGIN IMMEDIATE");
    db.run(INSERT_ROW);
    const whileLocked = await requestOperation("write");
    db.run("COMMIT");
    const afterCommit = await requestOperation("read");
    const unlocked = await requestOperation("write");
    const ownCount = db.query<{ n: number }, []>(COUNT_ROWS).get()?.n;
    const results = [beforeLock, whileLocked, afterCommit, unlocked].join();
    return results === "0,busy,1,done" && ownCount === 2 ? "works" : "fails";
  } finally {
    child.kill("SIGKILL");
  }
}

export async function runFilesystemTestChild(path: string, print: (line: string) => void): Promise<void> {
  const db = openTestDatabase(path);
  for await (const operation of console) {
    try {
      if (operation === "write") db.run(INSERT_ROW);
      print(operation === "write" ? "done" : String(db.query<{ n: number }, []>(COUNT_ROWS).get()?.n));
    } catch (error) {
      print(isSqliteError(error, "SQLITE_BUSY") ? "busy" : "failed");
    }
  }
}

function openTestDatabase(path: string): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run("PRAGMA busy_timeout = 0");
  db.run("PRAGMA journal_mode = WAL");
  return db;
}
