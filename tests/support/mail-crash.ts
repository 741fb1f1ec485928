import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#db/open.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { triggerMonthlyMail } from "#server/mail/monthly-mail.ts";
import { openStorage } from "#server/storage/folder.ts";

import { startSesServer } from "./ses-server.ts";

/**
 * Sends the monthly mail to `members` members with a real server, kills it (kill -9) after `killAt` mails, restarts it
 * and waits. @returns how many mails each address got, and the outbox's states
 */
export async function crashWhileSending({ members, killAt }: { members: number; killAt: number }) {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-crash-"));
  const ses = startSesServer();
  const environment = { ...ses.environment, STORAGE_DIR: storageDir, PORT: "0", LOG_LEVEL: "warn" };
  const db = openStorage(storageDir);
  const deps = createDeps(readConfig(environment), db);
  try {
    for (let index = 0; index < members; index++) addMember(deps, `m${index}`);
    deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
    const { period } = triggerMonthlyMail(deps);

    const first = startServer(environment);
    const killed = new Promise<void>((resolve) =>
      ses.treat((number) => {
        if (number === killAt) {
          first.kill("SIGKILL");
          resolve();
        }
        return { kind: "ok" };
      }),
    );
    await killed;
    await first.exited;
    ses.treat(() => ({ kind: "ok" }));

    const second = startServer(environment);
    const counts = () => deps.stores.outbox.count(period);
    const deadline = Date.now() + 30_000;
    while (counts().queued + counts().sending > 0 && Date.now() < deadline) await Bun.sleep(20);
    second.kill("SIGTERM");
    await second.exited;
    return { received: countBy(ses.taken.map(({ to }) => to)), outbox: counts() };
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
  stores.users.insert({
    username,
    usernameKey: username,
    displayName: username,
    email: `${username}@example.org`,
    emailKey: `${username}@example.org`,
    isAdmin: false,
    passwordHash: "x",
    invitationId: null,
    createdAt: new Date().toISOString(),
  });
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
