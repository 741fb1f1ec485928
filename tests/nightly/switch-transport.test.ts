import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { OutboxCounts } from "#contract/email.ts";
import { closeDatabase } from "#db/open.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { getMonthlyRun, triggerMonthlyMail } from "#server/mail/monthly-mail.ts";
import { openStorage } from "#server/storage/folder.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { startMailServer } from "#tests/support/mail-service.ts";
import { memberRow } from "#tests/support/member-row.ts";
import { until } from "#tests/support/poll-until.ts";
import { startSesServer } from "#tests/support/ses-server.ts";

const MEMBER_COUNT = 150;
/** At least this many mails are sent by each before the next switch. */
const MAILS_PER_TURN = 12;

test("loses and repeats no mail from SES to SMTP and back", async () => {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-changed-way-"));
  const [ses, smtp] = [startSesServer(), await startMailServer()];
  const environment = { ...smtp.environment, ...ses.environment, PUBLIC_URL: "", LOG_LEVEL: "error" };
  const db = openStorage(storageDir);
  const deps = createDeps(readConfig({ ...environment, MAIL: "ses", STORAGE_DIR: storageDir }), db);
  const now = new Date().toISOString();
  for (let index = 0; index < MEMBER_COUNT; index += 1) deps.stores.users.insert(memberRow(`m${index}`, now));
  deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
  triggerMonthlyMail(deps);

  const getRun = (): OutboxCounts => getMonthlyRun(deps);
  const [changes, cleanStops] = [[] as string[], [true, true, false, false]];
  for (let turn = 0; getRun().queued > 0; turn += 1) {
    const [transport, name] = turn % 2 === 0 ? [ses, "ses"] : [smtp, "smtp"];
    const isKilled = cleanStops[turn % cleanStops.length] === false;
    let club: RunningClub | null = null;
    let end: Promise<unknown> | null = null;
    let sentByService = 0;
    transport.watch(() => {
      sentByService += 1;
      // killed when the service has the complete mail, which the server doesn't know
      if (club !== null && end === null && sentByService >= MAILS_PER_TURN) end = isKilled ? club.kill() : club.stop();
    });
    club = await startClub({ storageDir, environment: { ...environment, MAIL: name } });
    await until(() => end !== null || getRun().queued + getRun().sending === 0);
    if (end !== null) changes.push(`${isKilled ? "killed" : "stopped"} with ${name}`);
    await (end ?? club.stop());
    transport.watch(() => {});
  }
  const recipients = [...ses.accepted, ...smtp.accepted].map(({ to }) => to);
  const killCount = changes.filter((change) => change.startsWith("killed")).length;
  console.log(`${ses.accepted.length} by SES, ${smtp.accepted.length} by SMTP: ${changes.join(", ")}`);
  expect([recipients.length, new Set(recipients).size]).toEqual([MEMBER_COUNT, MEMBER_COUNT]);
  expect(getRun()).toMatchObject({
    queued: 0,
    sending: 0,
    failed: 0,
    sent: MEMBER_COUNT - killCount,
    unknown: killCount,
  });
  expect(changes).toEqual(
    expect.arrayContaining(["stopped with ses", "stopped with smtp", "killed with ses", "killed with smtp"]),
  );
  closeDatabase(db);
  for (const service of [ses, smtp]) service.close();
  rmSync(storageDir, { recursive: true, force: true });
}, 300_000);
