import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createSmtpMailer } from "#server/adapters/smtp.ts";
import { readConfig } from "#server/config.ts";
import { createMailClub } from "#tests/support/mail-club.ts";
import { until } from "#tests/support/poll-until.ts";
import { SMTP_CA } from "#tests/support/smtp-server.ts";

import { freePort } from "../../scripts/free-port.ts";

/** Debian's own mail server, as a reference for SMTP. */
const skipReason = await findMissing();
const folder = mkdtempSync(join(tmpdir(), "bookclub-postfix-"));
const fixtures = join(import.meta.dir, "../fixtures/smtp");
let port = 0;

async function findMissing(): Promise<string | null> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it needs root on Linux";
  if (existsSync("/usr/sbin/postfix")) return null;
  const installRun = Bun.spawn(["apt-get", "install", "-y", "postfix"], {
    env: { ...Bun.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  return (await installRun.exited) === 0 ? null : "postfix can't be installed";
}

const postfix = async (...args: string[]) => {
  const postfixRun = Bun.spawn(["postfix", "-c", join(folder, "etc"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  return { code: await postfixRun.exited, said: await new Response(postfixRun.stderr).text() };
};
/** Mails in its queue. */
const listQueued = () => {
  const queueRun = Bun.spawnSync(["postqueue", "-c", join(folder, "etc"), "-j"]);
  const lines = queueRun.stdout.toString().trim().split("\n").filter(Boolean);
  return lines.flatMap((line) => JSON.parse(line).recipients.map(({ address }: { address: string }) => address));
};

beforeAll(async () => {
  if (skipReason !== null) return console.warn(`Not tried: ${skipReason}.`);
  port = await freePort();
  cpSync("/etc/postfix", join(folder, "etc"), { recursive: true });
  for (const name of ["queue", "data"]) mkdirSync(join(folder, name));
  Bun.spawnSync(["chown", "postfix", join(folder, "data")]);
  Bun.spawnSync(["chmod", "755", folder]);
  cpSync(join(fixtures, "localhost.key"), join(folder, "etc/tls.key"));
  cpSync(join(fixtures, "localhost.crt"), join(folder, "etc/tls.crt"));
  writeFileSync(
    join(folder, "etc/main.cf"),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = /var/log/bookclub-postfix.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.club.test
mydestination =
mynetworks = 127.0.0.0/8
default_transport = hold:
defer_transports = hold
smtpd_recipient_restrictions = check_recipient_access inline:{ { nobody@example.org = 550 5.1.1 Nobody }, { later@example.org = 450 4.2.0 Later } }, permit_mynetworks, reject
smtpd_sender_restrictions = check_sender_access inline:{ { stranger@example.org = 553 5.7.1 Not yours } }
message_size_limit = 2000000
smtpd_tls_cert_file = ${folder}/etc/tls.crt
smtpd_tls_key_file = ${folder}/etc/tls.key
smtpd_tls_security_level = may
smtputf8_enable = yes
`,
  );
  const masterText = readFileSync(join(folder, "etc/master.cf"), "utf8");
  const masterConfig = masterText.replace(/^smtp +inet .*$/m, `127.0.0.1:${port} inet n - n - - smtpd`);
  writeFileSync(join(folder, "etc/master.cf"), masterConfig.replaceAll(/^(\S+ +\S+ +\S+ +\S+ +)y/gm, "$1n"));
  const startProcess = await postfix("start");
  if (startProcess.code !== 0) throw new Error(startProcess.said);
});
afterAll(async () => {
  if (skipReason === null) await postfix("stop");
  rmSync(folder, { recursive: true, force: true });
});

const settings = (security: string) => ({
  SMTP_ADDRESS: "localhost",
  SMTP_PORT: String(port),
  SMTP_SECURITY: security,
  EMAIL_FROM: "The Club <club@example.org>",
});
const mailerOf = (security: string) =>
  createSmtpMailer(readConfig(settings(security)).email.smtp, { clientName: "club.test", ca: SMTP_CA });
const mail = (to: string, raw = "Subject: x\r\n\r\nHello\r\n", from = "club@example.org") => {
  return { from, to, raw: Buffer.from(raw) };
};

test.skipIf(skipReason !== null)(
  "sends in both security modes, and reads the size limit",
  async () => {
    for (const security of ["none", "starttls"]) {
      const mailer = mailerOf(security);
      expect(await mailer.quota()).toMatchObject({ maxBytes: 2_000_000 });
      expect(await mailer.send(mail(`${security}@example.com`))).toContain("queued as");
      expect(await mailer.send(mail(`jürgen-${security}@example.com`))).toContain("queued as");
    }
    expect(listQueued().toSorted()).toEqual(
      ["jürgen-none@example.com", "jürgen-starttls@example.com", "none@example.com", "starttls@example.com"].toSorted(),
    );
  },
  300_000,
);

test.skipIf(skipReason !== null)(
  "reports each kind of rejection by Postfix",
  async () => {
    const mailer = mailerOf("none");
    const errorOf = (delivery: Promise<string>) =>
      delivery.then(
        () => null,
        (error: unknown) => error,
      );
    expect(await errorOf(mailer.send(mail("nobody@example.org")))).toMatchObject({ kind: "refused" });
    expect(await errorOf(mailer.send(mail("later@example.org")))).toMatchObject({ kind: "deferred" });
    expect(await errorOf(mailer.send(mail("mia@example.com", "x", "stranger@example.org")))).toMatchObject({
      kind: "refused",
    });
    expect(await errorOf(mailer.send(mail("mia@example.com", "x".repeat(2_100_000))))).toMatchObject({
      kind: "refused",
    });
  },
  300_000,
);

test.skipIf(skipReason !== null)(
  "reaches each mailbox once, also when postfix restarts",
  async () => {
    const queuedBefore = listQueued().length;
    const club = await createMailClub({
      members: 40,
      environment: { ...settings("none"), MAIL: "smtp" },
    });
    club.deps.stores.outbox.queue({
      kind: "monthly",
      dedupeKey: "2026-12",
      period: "2026-12",
      now: "2026-12-01T14:00:00.000Z",
    });
    const delivery = club.deliver();
    await until(() => listQueued().length > queuedBefore + 5);
    expect((await postfix("stop")).code).toBe(0);
    await delivery;
    expect((await postfix("start")).code).toBe(0);
    for (let round = 0; club.deps.stores.outbox.hasQueued() && round < 10; round += 1) {
      club.deps.stores.email.pause(null);
      await club.deliver();
    }
    const states = club.deps.stores.outbox.count("2026-12");
    const deliveredAddresses = listQueued().filter((address) => /^m\d+@/.test(address));
    expect(states.sent + states.unknown).toBe(40);
    expect(new Set(deliveredAddresses).size).toBe(deliveredAddresses.length);
    expect(deliveredAddresses.length).toBeGreaterThanOrEqual(states.sent);
    club.close();
  },
  300_000,
);
