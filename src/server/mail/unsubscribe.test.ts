import { afterEach, expect, test } from "bun:test";

import { signToken } from "#server/access/signed-token.ts";
import { createMailClub, type MailClub } from "#tests/support/mail-club.ts";

let club: MailClub;
afterEach(() => club.close());

/** The address in `m0`'s mail, without the host. */
async function findLinkInMail(): Promise<string> {
  await club.chief.call("POST", "/api/email/trigger-monthly");
  await club.settled();
  const head = club.ses.accepted[0]?.raw.split("\r\n\r\n")[0]?.replaceAll(/\r\n\s+/g, " ") ?? "";
  const [, link = ""] = /^List-Unsubscribe: <http:\/\/club\.example\.org(\S+)>\r?$/m.exec(head) ?? [];
  return link;
}
const getMailChoices = () => club.deps.stores.users.findChoices(club.people[0]?.user.id ?? 0).wantsMonthlyMail;

const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** Submits a page's only form unchanged, as its button does. */
async function submit(page: string, headers: Record<string, string> = {}) {
  const [, action = ""] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
  const [, name = "", value = ""] = /<input type="hidden" name="(\w+)" value="(\w+)"/.exec(page) ?? [];
  const response = await club.visitor.call("POST", action.replaceAll("&amp;", "&"), `${name}=${value}`, {
    ...FORM,
    ...headers,
  });
  return { status: response.status, text: await response.text() };
}

test("ends the mail with its second form, the first does nothing", async () => {
  club = await createMailClub({ members: 1 });
  const page = await (await club.visitor.call("GET", await findLinkInMail())).text();
  for (let scan = 0; scan < 3; scan++) {
    const nextPage = await submit(page);
    expect([nextPage.status, getMailChoices()]).toEqual([200, true]);
    expect(nextPage.text).toContain("Are you sure?");
  }
  const result = await submit((await submit(page)).text);
  expect([result.status, getMailChoices()]).toEqual([200, false]);
  expect(result.text).toContain("get the monthly email anymore.");
});

test("refuses any other post with the page that asks", async () => {
  club = await createMailClub({ members: 1 });
  const link = await findLinkInMail();
  for (const [body, type] of [
    // the form of version 1.1.0
    ["", FORM["content-type"]],
    ["x=1", FORM["content-type"]],
    ["step=", FORM["content-type"]],
    ["step=stop", "text/plain"],
    ["List-Unsubscribe=One-Click", "text/plain"],
    ["List-Unsubscribe=Yes", FORM["content-type"]],
    ["list-unsubscribe=one-click", FORM["content-type"]],
    ["--x\r\nnonsense", "multipart/form-data; boundary=x"],
    ['{"List-Unsubscribe":"One-Click"}', "application/json"],
  ] as const) {
    const refusedResponse = await club.visitor.call("POST", link, body, { "content-type": type });
    expect([body, refusedResponse.status, getMailChoices()]).toEqual([body, 422, true]);
    expect(await refusedResponse.text()).toContain("Stop the monthly email?");
  }
  expect((await club.visitor.call("POST", link)).status).toBe(422);
  expect((await club.visitor.call("POST", link, "x".repeat(5000), FORM)).status).toBe(413);
  expect(getMailChoices()).toBe(true);
});

test("one click works with a line break after it", async () => {
  club = await createMailClub({ members: 1 });
  expect((await club.visitor.call("POST", await findLinkInMail(), "List-Unsubscribe=One-Click\r\n", FORM)).status).toBe(
    200,
  );
  expect(getMailChoices()).toBe(false);
});

test("one click works as multipart form data as well", async () => {
  club = await createMailClub({ members: 1 });
  const body = '--b1\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b1--\r\n';
  const response = await club.visitor.call("POST", await findLinkInMail(), body, {
    "content-type": "multipart/form-data; boundary=b1",
  });
  expect([response.status, getMailChoices()]).toEqual([200, false]);
});

test("changes nothing when opened, and ends mail on one click", async () => {
  club = await createMailClub({ members: 2 });
  const link = await findLinkInMail();
  expect(link).toStartWith("/api/unsubscribe?token=");
  for (let scan = 0; scan < 3; scan++) {
    const page = await club.visitor.call("GET", link);
    expect(page.status).toBe(200);
    // 'no-referrer' would make the button's Origin 'null'
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    expect(await page.text()).toContain("Stop the monthly email?");
  }
  expect(getMailChoices()).toBe(true);
  for (let click = 0; click < 2; click++) {
    const result = await club.visitor.call("POST", link, "List-Unsubscribe=One-Click", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(result.status).toBe(200);
    expect(await result.text()).toContain("get the monthly email anymore.");
  }
  expect(getMailChoices()).toBe(false);
  expect(club.deps.stores.outbox.countAudience("2027-01")).toMatchObject({ willReach: 1 });
});

test("opens links of earlier versions, which name their emails", async () => {
  club = await createMailClub({ members: 1 });
  const id = club.people[0]?.user.id ?? 0;
  for (const [name, question] of [
    ["meetings", "Stop emails about meetings?"],
    ["announcements", "Stop announcements?"],
  ] as const) {
    const token = signToken(club.deps, `unsubscribe:${name}`, [id, name]);
    expect(await (await club.visitor.call("GET", `/api/unsubscribe?token=${token}`)).text()).toContain(question);
  }
});

test("ignores a forged, a foreign and a deleted member's link", async () => {
  club = await createMailClub({ members: 2 });
  const link = await findLinkInMail();
  const signature = link.split(".").at(-1) ?? "";
  const otherLink = `/api/unsubscribe?token=${club.people[1]?.user.id}.${signature}`;
  for (const badLink of [
    otherLink,
    `${link}x`,
    link.slice(0, -1),
    "/api/unsubscribe?token=",
    "/api/unsubscribe?token=1.%3Cb%3E",
  ])
    for (const method of ["GET", "POST"]) {
      const response = await club.visitor.call(method, badLink);
      expect(`${method} ${badLink} ${response.status}`).toBe(`${method} ${badLink} 404`);
    }
  expect(getMailChoices()).toBe(true);
  await club.chief.call("DELETE", `/api/users/${club.people[0]?.user.id}`);
  expect((await club.visitor.call("POST", link)).status).toBe(404);
});

test("works over http, where browsers send Origin alone", async () => {
  club = await createMailClub({ members: 1 });
  const link = await findLinkInMail();
  const page = await club.visitor.call("GET", link);
  // https://fetch.spec.whatwg.org/#append-a-request-origin-header: `no-referrer` makes the origin of a form `null`
  const origin = page.headers.get("referrer-policy") === "no-referrer" ? "null" : "http://club.example.org";
  const response = await submit(await page.text(), { origin });
  expect((await submit(response.text, { origin })).status).toBe(200);
  expect(getMailChoices()).toBe(false);
});

test("a form on another site cannot use it", async () => {
  club = await createMailClub({ members: 1 });
  const link = await findLinkInMail();
  const crossSiteResponse = await club.visitor.call("POST", link, "List-Unsubscribe=One-Click", {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "cross-site",
  });
  expect(crossSiteResponse.status).toBe(403);
  expect(getMailChoices()).toBe(true);
});

test("lets a member turn the monthly mail on again on the profile", async () => {
  club = await createMailClub({ members: 1 });
  const member = club.people[0];
  for (const choice of [false, true]) {
    const response = await member?.call("PATCH", "/api/profile", { wantsMonthlyMail: choice });
    expect([response?.status, await response?.json()]).toMatchObject([200, { wantsMonthlyMail: choice }]);
    expect(getMailChoices()).toBe(choice);
  }
  expect((await member?.call("PATCH", "/api/profile", { wantsMonthlyMail: "no" }))?.status).toBe(422);
});
