import { afterEach, expect, test } from "bun:test";

import { callAsAdmin } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/poll-until.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { startSmtpServer } from "#tests/support/smtp-server.ts";

let club: RunningClub | undefined;
let cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  await club?.stop();
  for (const end of cleanUps) await end();
  cleanUps = [];
});

const login = { username: "club", password: "four chapters & a toast" };

test("hides an echoed mail password on screen, in log and doctor", async () => {
  const smtp = await startSmtpServer({ login });
  cleanUps.push(smtp.close);
  club = await startClub({ environment: smtp.environment });
  await club.makeAdmin();
  const ada = await callAsAdmin(club);
  expect((await ada.call("PATCH", "/api/email/config", { enabled: true })).ok).toBe(true);
  const blob = Buffer.from(`\0${login.username}\0${login.password}`).toString("base64");
  const url = encodeURIComponent(login.password);
  smtp.fail({ at: "auth", reply: `535 5.7.8 AUTH PLAIN ${blob} ${login.password} ${url}`, times: 99 });
  const failedResponse = await ada.call("POST", "/api/email/test", { email: "mia@example.org" });
  const doctorRun = await club.run(["doctor"]);
  const outputs = [await failedResponse.text(), doctorRun.stdout + doctorRun.stderr];
  for (const text of outputs) expect(text).toMatch(/AUTH PLAIN \(hidden\) \(hidden\)(?! ?[\w(])/);
  for (const text of [...outputs, club.output()])
    for (const part of [blob.slice(4, 20), "four chapters", url.slice(0, 12)]) expect(text).not.toContain(part);
}, 120_000);

test("greets mail servers by an address literal (RFC 5321)", async () => {
  for (const [address, greeting] of [
    ["http://192.168.1.5:3000", "EHLO [192.168.1.5]"],
    ["http://[2001:db8::5]:3000", "EHLO [IPv6:2001:db8::5]"],
  ] as const) {
    const smtp = await startSmtpServer({ login });
    club = await startClub({ environment: { ...smtp.environment, PUBLIC_URL: address } });
    expect((await club.run(["doctor"])).stdout).toContain("The mail server localhost answers");
    expect(smtp.commands[0]).toBe(greeting);
    await club.stop();
    smtp.close();
  }
}, 120_000);

test("reports a rejected notification to its member and doctor", async () => {
  const push = startPushService();
  cleanUps.push(push.stop);
  push.answer(403, '{"reason":"BadJwtToken"}');
  const environment = { PUSH_ORIGINS: push.origin, EMAIL_FROM: "club@books.example.org" };
  club = await startClub({ environment });
  await club.makeAdmin();
  const ada = await callAsAdmin(club);
  expect((await ada.call("POST", "/api/profile/push", push.subscription())).status).toBe(201);
  const nominationIds: number[] = [];
  for (const title of ["Persuasion", "Dracula"])
    nominationIds.push((await jsonOf(ada.call("POST", "/api/nominations", { title, author: "A" }))).id);
  const closesAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await jsonOf(ada.call("POST", "/api/polls", { month: "2099-04", closesAt, nominationIds }));
  // the club checks for notices at its start, and each minute
  await club.kill();
  await club.restart();
  const { refused } = await until(
    () => jsonOf(ada.call("GET", "/api/push/key")),
    (key) => key.refused !== undefined,
  );
  expect(refused).toEndWith('answered 403: {"reason":"BadJwtToken"}');
  const [, claims = ""] = /t=[\w-]+\.([\w-]+)\./.exec(push.received[0]?.authorization ?? "") ?? [];
  expect(JSON.parse(Buffer.from(claims, "base64url").toString()).sub).toBe("mailto:club@books.example.org");
  const { exitCode, stdout } = await club.run(["doctor"]);
  expect([exitCode, stdout.includes(`Refused for 1 of 1 browser: ${refused}.`)]).toEqual([1, true]);
  expect(await (await fetch(`${club.url}/metrics`)).text()).toContain('bookclub_push_browsers{state="refused"} 1\n');
  await until(() => club?.output().includes("notifications refused"));
}, 200_000);
