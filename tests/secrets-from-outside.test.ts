import { expect, test } from "bun:test";

import { createLog } from "#server/adapters/log.ts";
import { readConfig } from "#server/config.ts";
import { sendPushNotices } from "#server/mail/push/push.ts";
import { checkBucketAccess } from "#server/operations/backups/off-site.ts";
import { runChecks } from "#server/operations/doctor/run-checks.ts";

import { jsonOf } from "./support/json.ts";
import { createMailClub } from "./support/mail-club.ts";
import { startPushService } from "./support/push-service.ts";
import { startSmtpServer } from "./support/smtp-server.ts";

const SECRETS = {
  SMTP_PASSWORD: 'p@ss wörd/1"&<+\\x',
  AWS_ACCESS_KEY_ID: "AKIAPLANTED00000001",
  AWS_SECRET_ACCESS_KEY: "ses+secret/planted=1",
  GOOGLE_BOOKS_KEY: "AIzaPlanted-google_key",
  S3_ACCESS_KEY_ID: "S3KEYPLANTED0000001",
  S3_SECRET_ACCESS_KEY: "s3/secret+planted=1",
  BACKUP_KEY: "backup key planted",
  METRICS_TOKEN: "metrics-token-planted",
};
const AUTH_PLAIN = Buffer.from(`\0club\0${SECRETS.SMTP_PASSWORD}`).toString("base64");

/** Encodings in which a service may echo a secret. */
const formsOf = (secret: string): string[] => [
  secret,
  ...["", "x", "xy"].flatMap((prefix) =>
    (["base64", "base64url"] as const).map((encoding) => Buffer.from(`${prefix}${secret}\n`).toString(encoding)),
  ),
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  new URLSearchParams({ secret }).toString(),
  JSON.stringify(secret).slice(1, -1),
  Bun.escapeHTML(secret),
  [...secret].map((letter) => `&#${letter.codePointAt(0)};`).join(""),
  ...["", "=", String.raw`\x`].map((prefix) => Buffer.from(secret).toString("hex").replaceAll(/../g, `${prefix}$&`)),
];
const ECHOED_SECRETS = [AUTH_PLAIN, ...Object.values(SECRETS).flatMap(formsOf)];
/** Includes parts of a secret: text is shortened after redaction. */
const findLeaks = (text: string) =>
  [AUTH_PLAIN, ...Object.values(SECRETS).flatMap((secret) => formsOf(secret).slice(0, 9))].filter((form) =>
    text.includes(form.slice(0, 9)),
  );

/** The longest run of the mail server's password that base64 in a text reveals, in bytes. */
function longestSecretIn(text: string): number {
  const secret = Buffer.from(SECRETS.SMTP_PASSWORD).toString("latin1");
  const decodedTexts = [...text.matchAll(/[\w+/-]+/g)].flatMap(([word]) =>
    [0, 1, 2, 3].map((skippedCount) => Buffer.from(word.slice(skippedCount), "base64").toString("latin1")),
  );
  const isReported = (length: number) =>
    Array.from({ length: secret.length - length + 1 }, (_, index) => secret.slice(index, index + length)).some((part) =>
      decodedTexts.some((one) => one.includes(part)),
    );
  let longestRun = 0;
  while (longestRun < secret.length && isReported(longestRun + 1)) longestRun += 1;
  return longestRun;
}

/** How much of a secret a text quotes in a row. */
function longestPart(text: string, secret: string): number {
  const [lowerText, lowerSecret] = [text.toLowerCase(), secret.toLowerCase()];
  let longestLength = 0;
  for (let start = 0; start < lowerSecret.length; start += 1)
    while (
      start + longestLength < lowerSecret.length &&
      lowerText.includes(lowerSecret.slice(start, start + longestLength + 1))
    )
      longestLength += 1;
  return longestLength;
}

/** A club whose mail server requires a sign-in; `lines` is its log. */
async function createClubWithSecrets(environment: Record<string, string>) {
  const settings: Record<string, string> = { ...SECRETS, ...environment };
  const lines: string[] = [];
  const { hideSecrets } = readConfig(settings);
  const log = createLog({ logFormat: "json", logLevel: "debug", hideSecrets }, (line) => void lines.push(line));
  const smtp = await startSmtpServer({ login: { username: "club", password: SECRETS.SMTP_PASSWORD } });
  const club = await createMailClub({
    ses: smtp,
    members: 1,
    environment: { ...settings, MAIL: "smtp" },
    own: { log },
  });
  return { club, smtp, lines };
}

test("redacts every secret setting in every form", async () => {
  const configText = await Bun.file("src/server/config.ts").text();
  const secretNames = [...configText.matchAll(/\breadAndHideSecret\("(\w+)"\)/g)].map(([, name]) => name ?? "");
  expect(secretNames.toSorted()).toEqual(Object.keys(SECRETS).toSorted());
  const { hideSecrets } = readConfig({ ...SECRETS, MAIL: "smtp" });
  for (const form of ECHOED_SECRETS) expect(hideSecrets(`before ${form} after`)).not.toContain(form);
  // a server may truncate, wrap or capitalize the text
  const echoes = Array.from({ length: AUTH_PLAIN.length }, (_, index) => [
    `535 you sent ${AUTH_PLAIN.slice(0, index)}`,
    `535-${AUTH_PLAIN.slice(0, index)}\n535 ${AUTH_PLAIN.slice(index)}`,
  ]).flat();
  expect(echoes.map((echo) => hideSecrets(echo)).filter((text) => longestSecretIn(text) > 4)).toEqual([]);
  for (const secret of Object.values(SECRETS))
    for (let index = 8; index < secret.length - 8; index += 1)
      for (const echo of [
        `535-${secret.slice(0, index)}\n535 ${secret.slice(index)}`,
        secret.slice(index).toUpperCase(),
      ])
        expect([echo, longestPart(hideSecrets(echo, true), secret) < 8]).toEqual([echo, true]);
  for (const form of ECHOED_SECRETS) expect(hideSecrets(form.toUpperCase())).not.toContain(form.toUpperCase());
  expect(hideSecrets(encodeURIComponent(encodeURIComponent(SECRETS.S3_SECRET_ACCESS_KEY)))).toBe("(hidden)");
  const redactedText = hideSecrets(`535-${AUTH_PLAIN.slice(0, 20)}\n535 ${AUTH_PLAIN.slice(20)}`);
  expect(redactedText).toBe("(hidden)\n535 (hidden)");
  expect(hideSecrets("535 5.7.8 Authentication failed for club")).toBe("535 5.7.8 Authentication failed for club");
  // shortest first, and quickly for long text that isn't a secret
  expect(hideSecrets("a".repeat(300_000))).toHaveLength(300_000);
  expect(readConfig({}).hideSecrets("anything at all")).toBe("anything at all");
});

test("puts no echoed credentials into responses, log or doctor", async () => {
  const { club, smtp, lines } = await createClubWithSecrets({});
  const texts: string[] = [];
  for (const secret of [AUTH_PLAIN, ...formsOf(SECRETS.SMTP_PASSWORD)])
    for (const stage of ["auth", "mail", "rcpt", "data", "end"] as const) {
      // cut off in the middle of the secret
      for (const padding of ["", "x".repeat(180)]) {
        smtp.fail({ at: stage, reply: `5${stage === "auth" ? "35" : "50"} 5.7.8 ${padding} you sent ${secret}` });
        const failedResponse = await club.chief.call("POST", "/api/email/test", { email: "mia@example.org" });
        if (failedResponse.status !== 429) texts.push(await failedResponse.text());
        // five a minute
        club.setTime(new Date(club.deps.clock.now().getTime() + 61_000).toISOString());
      }
    }
  smtp.fail({ at: "rcpt", reply: `550 spam: ${AUTH_PLAIN} http://x/auth?reset=${"t0ken".repeat(9)}`, times: 99 });
  await club.chief.call("POST", "/api/email/trigger-monthly");
  await club.settled();
  texts.push(JSON.stringify(await jsonOf(club.chief.call("GET", "/api/email/outbox"))));
  texts.push(JSON.stringify(await jsonOf(club.chief.call("GET", "/api/email/run"))));
  smtp.fail({ at: "auth", reply: `535 5.7.8 ${AUTH_PLAIN}`, times: 99 });
  texts.push(JSON.stringify(await runChecks(club.deps)));
  for (const group of [texts, lines]) {
    expect(group.some((text) => text.includes("(hidden)"))).toBe(true);
    expect(findLeaks(group.join("\n"))).toEqual([]);
    expect(group.some((text) => text.includes("t0kent0ken"))).toBe(false);
  }
  club.close();
}, 300_000);

test("puts no echoed secret into pages, responses or log", async () => {
  const echo = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      await request.arrayBuffer();
      const { pathname } = new URL(request.url);
      const text = ECHOED_SECRETS.join(" ");
      if (pathname.includes("volumes") || pathname.includes("search"))
        return Response.json({
          items: [
            {
              volumeInfo: {
                title: ECHOED_SECRETS.slice(0, 5).join(" "),
                authors: ECHOED_SECRETS.slice(0, 9),
                description: text,
              },
            },
          ],
          docs: [
            {
              title: ECHOED_SECRETS.slice(5, 9).join(" "),
              author_name: ECHOED_SECRETS.slice(0, 2),
              isbn: [SECRETS.GOOGLE_BOOKS_KEY],
            },
          ],
        });
      const xml = Bun.escapeHTML(text);
      const error = `<Error><Type>Sender</Type><Code>${xml}</Code><Message>${xml}</Message></Error>`;
      return new Response(pathname.startsWith("/club") ? error : `<ErrorResponse>${error}</ErrorResponse>`, {
        status: 400,
        statusText: SECRETS.METRICS_TOKEN,
        headers: { "content-type": "text/xml", "x-echo": "1" },
      });
    },
  });
  const url = `http://127.0.0.1:${echo.port}`;
  const push = startPushService();
  push.answer(403);
  const { club, lines } = await createClubWithSecrets({
    AWS_REGION: "us-east-1",
    AWS_ENDPOINT_URL_SES: url,
    S3_ENDPOINT: url,
    S3_BUCKET: "club",
    OPEN_LIBRARY_URL: url,
    GOOGLE_BOOKS_URL: url,
    PUSH_ORIGINS: push.origin,
  });
  const bodies: unknown[] = [];
  const sesClub = await createMailClub({
    members: 1,
    environment: {
      ...SECRETS,
      AWS_ENDPOINT_URL_SES: url,
      EMAIL_FROM: "c@example.org",
      AWS_REGION: "us-east-1",
      MAIL: "ses",
    },
    own: { log: club.deps.log },
  });
  bodies.push(await (await sesClub.chief.call("POST", "/api/email/test", { email: "mia@example.org" })).text());
  bodies.push(await runChecks(sesClub.deps));
  if (club.deps.config.s3) bodies.push(await checkBucketAccess(club.deps, club.deps.config.s3));
  bodies.push(await runChecks(club.deps));
  bodies.push(await (await club.chief.call("GET", "/api/books/isbn/9780141439587")).text());
  bodies.push(await (await club.chief.call("GET", "/api/books/search?q=emma")).text());
  const [mia] = club.people;
  await mia?.call("POST", "/api/profile/push", push.subscription());
  await sendPushNotices(club.deps, "a", { title: "x", body: "x", path: "/" });
  expect(bodies.filter((text) => JSON.stringify(text).includes("(hidden)"))).toHaveLength(bodies.length);
  expect(findLeaks(JSON.stringify(bodies) + lines.join(""))).toEqual([]);
  sesClub.close();
  club.close();
  await echo.stop(true);
  await push.stop();
});
