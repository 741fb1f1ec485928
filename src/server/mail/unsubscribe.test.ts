import { afterEach, expect, test } from "bun:test";

import { createMailClub, type MailClub } from "#tests/support/mail-club.ts";

let club: MailClub;
afterEach(() => club.close());

/** The address in `m0`'s mail, without the host. */
async function linkInMail(): Promise<string> {
  await club.chief.call("POST", "/api/email/trigger-monthly");
  await club.settled();
  const head = club.ses.taken[0]?.raw.split("\r\n\r\n")[0]?.replaceAll(/\r\n\s+/g, " ") ?? "";
  const [, link = ""] = /^List-Unsubscribe: <http:\/\/club\.example\.org(\S+)>\r?$/m.exec(head) ?? [];
  return link;
}
const wants = () => club.deps.stores.users.mailChoices(club.people[0]?.user.id ?? 0).wantsMonthlyMail;

test("opening the link changes nothing; posting to it ends the monthly mail, signed out and repeatedly", async () => {
  club = await createMailClub({ members: 2 });
  const link = await linkInMail();
  expect(link).toStartWith("/api/unsubscribe?token=");
  for (let scan = 0; scan < 3; scan++) {
    const page = await club.visitor.call("GET", link);
    expect(page.status).toBe(200);
    // 'no-referrer' would make the button's Origin 'null'
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    expect(await page.text()).toContain("Stop the monthly email?");
  }
  expect(wants()).toBe(true);
  for (let click = 0; click < 2; click++) {
    const done = await club.visitor.call("POST", link, "List-Unsubscribe=One-Click", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(done.status).toBe(200);
    expect(await done.text()).toContain("get the monthly email anymore.");
  }
  expect(wants()).toBe(false);
  expect(club.deps.stores.outbox.audience("2027-01")).toMatchObject({ willReach: 1 });
});

test("a forged link, or another or a deleted member's, does nothing", async () => {
  club = await createMailClub({ members: 2 });
  const link = await linkInMail();
  const signed = link.split(".").at(-1) ?? "";
  const other = `/api/unsubscribe?token=${club.people[1]?.user.id}.${signed}`;
  for (const bad of [
    other,
    `${link}x`,
    link.slice(0, -1),
    "/api/unsubscribe?token=",
    "/api/unsubscribe?token=1.%3Cb%3E",
  ])
    for (const method of ["GET", "POST"]) {
      const answer = await club.visitor.call(method, bad);
      expect(`${method} ${bad} ${answer.status}`).toBe(`${method} ${bad} 404`);
    }
  expect(wants()).toBe(true);
  await club.chief.call("DELETE", `/api/users/${club.people[0]?.user.id}`);
  expect((await club.visitor.call("POST", link)).status).toBe(404);
});

test("its button works over plain http, where browsers send an Origin and no Sec-Fetch-Site", async () => {
  club = await createMailClub({ members: 1 });
  const link = await linkInMail();
  const page = await club.visitor.call("GET", link);
  // https://fetch.spec.whatwg.org/#append-a-request-origin-header: `no-referrer` makes the origin of a form `null`
  const origin = page.headers.get("referrer-policy") === "no-referrer" ? "null" : "http://club.example.org";
  const pressed = await club.visitor.call("POST", link, "", {
    "content-type": "application/x-www-form-urlencoded",
    origin,
  });
  expect(pressed.status).toBe(200);
  expect(wants()).toBe(false);
});

test("a form on another site cannot use it", async () => {
  club = await createMailClub({ members: 1 });
  const link = await linkInMail();
  const forged = await club.visitor.call("POST", link, "x=1", {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "cross-site",
  });
  expect(forged.status).toBe(403);
  expect(wants()).toBe(true);
});

test("a member can switch the monthly mail on again on their profile", async () => {
  club = await createMailClub({ members: 1 });
  const member = club.people[0];
  for (const choice of [false, true]) {
    const answer = await member?.call("PATCH", "/api/profile", { wantsMonthlyMail: choice });
    expect([answer?.status, await answer?.json()]).toMatchObject([200, { wantsMonthlyMail: choice }]);
    expect(wants()).toBe(choice);
  }
  expect((await member?.call("PATCH", "/api/profile", { wantsMonthlyMail: "no" }))?.status).toBe(422);
});
