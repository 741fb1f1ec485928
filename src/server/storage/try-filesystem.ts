import { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { isDiskFull, isSqliteError } from "#db/errors.ts";
import { program } from "#server/adapters/processes.ts";

const TIME_MAX_MS = 10_000;
const READ = "SELECT count(*) AS n FROM tried";
const WRITE = "INSERT INTO tried DEFAULT VALUES";

/**
 * Whether two processes can use a database in a folder as SQLite does with a write-ahead log: whether locks of one hold
 * the other up, and each sees at once what the other wrote into shared memory. `unknown` where it can't be tried.
 */
export async function tryFilesystem(folder: string): Promise<"works" | "fails" | "unknown"> {
  // the next start removes what a kill leaves there
  const path = join(folder, "tmp", `${process.pid}-${randomBytes(6).toString("hex")}.db`);
  try {
    mkdirSync(join(folder, "tmp"), { recursive: true, mode: 0o700 });
    const db = open(path);
    try {
      db.run("CREATE TABLE tried (id INTEGER PRIMARY KEY)");
      return await tryWithOther(db, path);
    } finally {
      db.close();
    }
  } catch (error) {
    // who may write there, and whether there is room, is said by whoever opens the database
    if (isSqliteError(error, "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM") || isDiskFull(error))
      return "unknown";
    return isSqliteError(error, "SQLITE_") ? "fails" : "unknown";
  } finally {
    remove(path);
  }
}

async function tryWithOther(db: Database, path: string): Promise<"works" | "fails" | "unknown"> {
  const child = Bun.spawn([...program(), "try-storage", path], {
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    timeout: TIME_MAX_MS,
    killSignal: "SIGKILL",
  });
  try {
    const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const ask = async (act: "read" | "write"): Promise<string | null> => {
      child.stdin.write(`${act}\n`);
      await child.stdin.flush();
      // a line this short comes in one piece
      return (await answers.read()).value?.trim() ?? null;
    };
    const first = await ask("read");
    if (first === null) return "unknown";
    db.run("BEGIN IMMEDIATE");
    db.run(WRITE);
    const whileLocked = await ask("write");
    db.run("COMMIT");
    const seen = await ask("read");
    const afterward = await ask("write");
    const own = db.query<{ n: number }, []>(READ).get()?.n;
    return isRight([first, whileLocked, seen, afterward]) && own === 2 ? "works" : "fails";
  } finally {
    child.kill("SIGKILL");
  }
}

const isRight = (answers: readonly (string | null)[]) => answers.join() === "0,busy,1,done";

/** The other process: does what it reads, a line each, and prints what became of it. */
export async function tryAsOther(path: string, print: (line: string) => void): Promise<void> {
  const db = open(path);
  for await (const act of console) {
    try {
      if (act === "write") db.run(WRITE);
      print(act === "write" ? "done" : String(db.query<{ n: number }, []>(READ).get()?.n));
    } catch (error) {
      print(isSqliteError(error, "SQLITE_BUSY") ? "busy" : "failed");
    }
  }
}

function open(path: string): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run("PRAGMA busy_timeout = 0");
  db.run("PRAGMA journal_mode = WAL");
  return db;
}

function remove(path: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
}
