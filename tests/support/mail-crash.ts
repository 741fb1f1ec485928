import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { localTime } from "#contract/zoned-time.ts";
import { closeDatabase } from "#db/open.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { triggerMonthlyMail } from "#server/mail/monthly-mail.ts";
import { openStorage } from "#server/storage/folder.ts";

import { startMailService } from "./mail-service.ts";
import { memberRow } from "./member-row.ts";

type Kind = "monthly" | "reminder";

/**
 * Sends the monthly mail or a reminder to `members` members with a real server, kills it (kill -9) after `killAt`
 * mails, restarts it and waits.
 * @returns how many mails each address got, and the outbox's states
 */
export async function crashWhileSending({ members, killAt, kind }: { members: number; killAt: number; kind: Kind }) {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-crash-"));
  const ses = await startMailService();
  const environment = { ...ses.environment, STORAGE_DIR: storageDir, PORT: "0", LOG_LEVEL: "warn" };
  const db = openStorage(storageDir);
  const deps = createDeps(readConfig(environment), db);
  try {
    for (let index = 0; index < members; index++) addMember(deps, `m${index}`);
    deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
    if (kind === "monthly") triggerMonthlyMail(deps);
    else planTomorrow(deps);

    const first = startServer(environment);
    const killed = new Promise<void>((resolve) =>
      ses.watch((number) => {
        if (number !== killAt) return;
        first.kill("SIGKILL");
        resolve();
      }),
    );
    await killed;
    await first.exited;
    ses.watch(() => {});

    const second = startServer(environment);
    const query = db.query<{ state: string }, { kind: Kind }>("SELECT state FROM outbox WHERE kind = $kind");
    const states = () => countBy(query.all({ kind }).map(({ state }) => state));
    const isBusy = () => states().has("queued") || states().has("sending");
    const deadline = Date.now() + 30_000;
    while (isBusy() && Date.now() < deadline) await Bun.sleep(20);
    second.kill("SIGTERM");
    await second.exited;
    // on the first days of a month, the server sends the monthly mail beside the reminder
    const mails = ses.taken.filter(({ raw }) => raw.includes("We meet on") === (kind === "reminder"));
    return { received: countBy(mails.map(({ to }) => to)), outbox: Object.fromEntries(states()) };
  } finally {
    ses.close();
    closeDatabase(db);
    rmSync(storageDir, { recursive: true, force: true });
  }
}

function startServer(environment: Record<string, string>) {
  return Bun.spawn([process.execPath, "src/server/main.ts", "serve"], {
    env: { PATH: Bun.env["PATH"] ?? "", ...environment },
    stdio: ["ignore", "ignore", "ignore"],
  });
}

function addMember({ stores }: ReturnType<typeof createDeps>, username: string): void {
  stores.users.insert(memberRow(username, new Date().toISOString()));
}

/** A meeting whose reminder has been due since yesterday. */
function planTomorrow({ stores, config }: ReturnType<typeof createDeps>): void {
  const date = localTime(new Date(Date.now() + 86_400_000), config.clubTimeZone).slice(0, 10);
  const meeting = { date, time: "23:30", location: "The cellar", bookId: null };
  stores.meetings.insert(meeting, "one@club", "2020-01-01T00:00:00.000Z");
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
