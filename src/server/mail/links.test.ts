import { afterEach, expect, test } from "bun:test";

import { type Club, createClub, PASSWORD, type Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { startMailbox } from "#tests/support/mailbox.ts";

import { deliverMail, drainDelivery } from "./delivery.ts";

const EVIL_HOST = "evil.example.com";
/** The headers with which a caller, or a trusted proxy, can name another host. */
const foreignHeaders = {
  host: EVIL_HOST,
  "x-forwarded-host": EVIL_HOST,
  "x-forwarded-server": EVIL_HOST,
  "x-forwarded-proto": "https",
  "x-original-host": EVIL_HOST,
  "x-host": EVIL_HOST,
  "x-public-domain": EVIL_HOST,
  forwarded: `for=1.2.3.4;host=${EVIL_HOST};proto=https`,
  referer: `https://${EVIL_HOST}/`,
};

let ses: Awaited<ReturnType<typeof startMailbox>> | undefined;
let club: Club | undefined;
afterEach(() => {
  club?.close();
  ses?.close();
});

const hostsIn = (text: string) => [
  ...new Set([...text.matchAll(/https?:\/\/([^/"'\s<>]+)/g)].map(([, host = ""]) => host.replace(/\.$/, ""))),
];
const callWithForeignHost = (who: Pick<Person, "call">, method: string, path: string, body?: object) =>
  jsonOf(who.call(method, path, body, foreignHeaders));
/** Makes calls with forged headers. @returns the mails, and the links in responses */
async function prepareLinks(environment: Record<string, string>) {
  ses = await startMailbox();
  club = await createClub({ environment: { ...ses.environment, ...environment }, now: "2026-12-05T12:00:00Z" });
  club.deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
  const admin = club.admin();
  const invitation = await callWithForeignHost(admin, "POST", "/api/invitations", { uses: 2 });
  const registration = {
    username: "nora",
    password: PASSWORD,
    email: "nora@example.org",
    invitationCode: invitation.code,
  };
  await callWithForeignHost(club.visitor, "POST", "/api/auth/register", registration);
  await drainDelivery(club.deps);
  await callWithForeignHost(admin, "POST", "/api/email/trigger-monthly");
  await callWithForeignHost(admin, "POST", "/api/email/test", { email: "nora@example.org" });
  await drainDelivery(club.deps);
  await deliverMail(club.deps);
  const previewPaths = [
    await callWithForeignHost(admin, "GET", "/api/email/preview/monthly"),
    await callWithForeignHost(admin, "GET", "/api/email/preview/welcome"),
    await callWithForeignHost(club.visitor, "GET", "/api/club"),
  ];
  return { mails: await ses.mails(), answers: JSON.stringify([invitation, ...previewPaths]) };
}

test.each([
  ["PUBLIC_URL", { PUBLIC_URL: "http://club.example.org" }, "club.example.org"],
  ["the address that it listens on", { PUBLIC_URL: "", HOST: "127.0.0.1", PORT: "3000" }, "127.0.0.1:3000"],
])(
  "links in mails and responses lead to %s, whatever host a caller names (C06)",
  async (_description, environment, expectedHost) => {
    const { mails, answers } = await prepareLinks(environment);
    expect(mails.map(({ subject }) => subject)).toHaveLength(4);
    const monthlyMails = mails.filter(({ body }) => body.text?.includes("/api/unsubscribe?token="));
    expect(monthlyMails).toHaveLength(2);
    for (const mail of mails) {
      expect(JSON.stringify(mail)).not.toContain(EVIL_HOST);
      expect(hostsIn(`${mail.body.text} ${mail.body.html?.replaceAll(/<!DOCTYPE[^>]*>|xmlns="[^"]*"/gi, "")}`)).toEqual(
        [expectedHost],
      );
    }
    expect(answers).not.toContain(EVIL_HOST);
    expect(hostsIn(answers)).toContain(expectedHost);
  },
);

test("ignores a foreign host name that served the page (C06)", async () => {
  club = await createClub({ environment: { PUBLIC_URL: "https://club.example.org" } });
  const mia = club.member();
  for (const path of ["/api/club", "/api/posts", "/"]) {
    const response = await mia.call("GET", path, undefined, foreignHeaders);
    expect(`${JSON.stringify([...response.headers])} ${await response.text()}`).not.toContain(EVIL_HOST);
  }
  const sendFrom = (origin: string) =>
    club?.as("").call("POST", "/api/auth/login", { username: "mia", password: PASSWORD }, { origin });
  expect((await sendFrom(`https://${EVIL_HOST}`))?.status).toBe(403);
});
