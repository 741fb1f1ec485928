import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { MonthlyRun, Outbox } from "#contract/email.ts";
import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { callAsAdmin } from "#tests/support/api-client.ts";
import { executable, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { memberRow } from "#tests/support/member-row.ts";
import { until } from "#tests/support/poll-until.ts";
import { startSmtpServer } from "#tests/support/smtp-server.ts";

const MEMBER_COUNT = 12;

/** Mounting needs root and a kernel that allows it; containers may not. */
const storageDir = mkdtempSync(join(tmpdir(), "bookclub-small-disk-"));
const canMount =
  process.getuid?.() === 0 &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", storageDir], { stderr: "ignore" }).exitCode === 0;

beforeAll(() => executable(), 120_000);
afterAll(() => {
  if (canMount) Bun.spawnSync(["umount", storageDir]);
  rmSync(storageDir, { recursive: true, force: true });
});

test.skipIf(!canMount)(
  "sends each mail once when the disk fills (needs mount)",
  async () => {
    const smtp = await startSmtpServer();
    const environment = { ...smtp.environment, LOG_LEVEL: "warn", NIGHTLY_BACKUP: "off" };
    const club = await startClub({ storageDir, environment });
    await club.makeAdmin();
    const ada = await callAsAdmin(club);
    const db = openDatabase(join(storageDir, "bookclub.db"));
    const { users } = createStores(db);
    for (let index = 0; index < MEMBER_COUNT; index += 1)
      users.insert(memberRow(`m${index}`, new Date().toISOString()));
    // the write-ahead log has to grow while another program reads
    db.run("BEGIN");
    db.run("SELECT count(*) FROM users");
    try {
      const fillerPath = join(storageDir, "filler");
      smtp.watch((number) => {
        if (number === 4) Bun.spawnSync(["dd", "if=/dev/zero", `of=${fillerPath}`, "bs=4k"], { stderr: "ignore" });
      });
      expect((await ada.call("PATCH", "/api/email/config", { enabled: true })).status).toBe(200);
      expect((await ada.call("POST", "/api/email/trigger-monthly")).status).toBe(202);
      const getRun = (): Promise<MonthlyRun> => jsonOf(ada.call("GET", "/api/email/run"));
      const pausedRun = await until(getRun, ({ pause }) => pause !== null);
      expect([pausedRun.pause?.reason, pausedRun.running]).toEqual(["The club's disk is full.", true]);
      expect(smtp.accepted.length).toBe(5);
      expect(await until(club.output, (log) => log.includes("mail waits for the database"))).toContain("disk is full");
      rmSync(fillerPath);
      const endedRun = await until(getRun, ({ running }) => !running, 15_000);
      expect(endedRun).toMatchObject({ sent: MEMBER_COUNT + 1, failed: 0, unknown: 0, pause: null });
      const { rows }: Outbox = await jsonOf(ada.call("GET", "/api/email/outbox"));
      expect(rows.filter(({ reason }) => reason !== "")).toEqual([]);
      expect(new Set(smtp.accepted.map(({ to }) => to)).size).toBe(smtp.accepted.length);
    } finally {
      db.close();
      await club.stop();
      smtp.close();
    }
  },
  300_000,
);
