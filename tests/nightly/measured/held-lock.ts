import { join } from "node:path";

/** Holds the write lock from another process for `ms` milliseconds; resolves once it has it. */
export async function holdLock(storageDir: string, ms: number) {
  const script = `
    const { Database } = require("bun:sqlite");
    const db = new Database(${JSON.stringify(join(storageDir, "bookclub.db"))});
    db.run("PRAGMA busy_timeout = 5000");
    db.run("BEGIN IMMEDIATE");
    console.log("held");
    setTimeout(() => { db.run("COMMIT"); db.close(); }, ${ms});`;
  const holder = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  await holder.stdout.getReader().read();
  return holder;
}
