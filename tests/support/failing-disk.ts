import { expect } from "bun:test";
import { join } from "node:path";

import type { Post } from "#contract/posts.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { findDamage } from "#db/snapshot.ts";

import { caller } from "./caller.ts";
import { startClub } from "./executable.ts";
import { jsonOf } from "./json.ts";
import { signedIn } from "./large-upload.ts";
import { injectFault } from "./strace.ts";

/**
 * The n-th call of that kind fails, alone or with all that follow: on the write-ahead log, to which each commit goes, or
 * on the database itself, to which a checkpoint brings them now and then.
 */
export type Fault = { call: "sync" | "write"; file: "log" | "database"; nth: number; sticky: boolean };

/** One fault for each number up to `to`, alone and lasting. */
export function faultsUpTo(to: number, of: Pick<Fault, "call" | "file">): Fault[] {
  const numbers = Array.from({ length: to }, (_, index) => index + 1);
  return [false, true].flatMap((sticky) => numbers.map((nth) => ({ ...of, nth, sticky })));
}

/** What the faults came to. `struck`: calls that failed; `missed`: faults that struck none; `refused`: writes that were answered with 500 or 507. */
export type Harm = {
  faults: number;
  struck: number;
  missed: number;
  acknowledged: number;
  refused: number;
  lost: number;
};

const INJECTION = { sync: "fsync,fdatasync:error=EIO", write: "pwrite64:error=ENOSPC" };

/**
 * Lets the disk under the database of the running executable fail, once for each of `faults`, while members post and
 * save their places, `turns` times each (TESTS Q04). Expects that every write is answered with success, 500 or 507, that
 * reads go on, and that the next write after the fault succeeds; at the end it cuts the power, and the database must be
 * sound and hold every write that was answered with success.
 */
export async function failTheDisk(faults: readonly Fault[], turns: number): Promise<Harm> {
  const club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  try {
    const { cookie, bookId } = await signedIn(club);
    const { call } = caller(club.url, cookie);
    const harm: Harm = { faults: faults.length, struck: 0, missed: 0, acknowledged: 0, refused: 0, lost: 0 };
    const posted: string[] = [];
    let place = 0;
    const write = async (path: string, body: object, succeeded: () => void) => {
      const { status } = await call("POST", path, body);
      expect([200, 201, 500, 507]).toContain(status);
      if (status < 300) succeeded();
      harm[status < 300 ? "acknowledged" : "refused"] += 1;
      return status;
    };
    const post = (content: string) => write("/api/posts", { content }, () => posted.push(content));
    const save = (currentTime: number) =>
      write("/api/audiobook-progress", { bookId, currentTime, chapter: 0 }, () => (place = currentTime));
    const look = async () => {
      const stored = new Set((await jsonOf(call("GET", "/api/posts"))).map(({ content }: Post) => content));
      harm.lost += posted.filter((content) => !stored.has(content)).length;
      const { currentTime } = await jsonOf(call("GET", `/api/audiobook-progress?bookId=${bookId}`));
      if (currentTime < place) harm.lost += 1;
    };

    const files = { log: join(club.storageDir, "bookclub.db-wal"), database: join(club.storageDir, "bookclub.db") };
    for (const [round, { call: what, file, nth, sticky }] of faults.entries()) {
      const when = `${INJECTION[what]}:when=${nth}${sticky ? "+" : ""}`;
      const fault = await injectFault(club.pid(), when, { path: files[file] });
      for (let turn = 0; turn < turns; turn += 1) {
        await Promise.all([post(`fault ${round}, ${turn}`), save(round * 1000 + turn)]);
        expect((await call("GET", "/api/content")).status).toBe(200);
      }
      const struck = await fault.end();
      harm.struck += struck;
      if (struck === 0) harm.missed += 1;
      expect([await post(`after ${round}`), await save(round * 1000 + turns)]).toEqual([201, 200]);
    }
    await look();
    await club.kill();
    const db = openDatabase(join(club.storageDir, "bookclub.db"));
    expect(findDamage(db)).toEqual([]);
    closeDatabase(db);
    await club.restart();
    await look();
    return harm;
  } finally {
    await club.stop();
  }
}
