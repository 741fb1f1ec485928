import { afterAll, beforeAll, expect, test } from "bun:test";

import type { BrowserContext } from "playwright-core";

import { addCalendarMonths } from "#contract/zoned-time.ts";
import { callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { startMailbox } from "#tests/support/mailbox.ts";
import { until } from "#tests/support/poll-until.ts";

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let club: RunningClub;

beforeAll(async () => {
  [mailbox, browser] = await Promise.all([startMailbox(), openBrowser({ provoked: /status of (?:404|409|422)/ })]);
  const { PUBLIC_URL: _, ...environment } = mailbox.environment;
  club = await startClub({ environment });
  await club.makeAdmin();
});
afterAll(async () => {
  await browser.close();
  await club.stop();
  mailbox.close();
});

/** Opens a link like a mail scanner: runs its scripts, clicks each button once and submits each form unchanged. */
async function scan(context: BrowserContext, link: string): Promise<void> {
  for (const kind of ["button", "form"]) {
    const page = await context.newPage();
    let [requestCount, responseCount] = [0, 0];
    page.on("request", () => (requestCount += 1));
    page.on("requestfinished", () => (responseCount += 1));
    page.on("requestfailed", () => (responseCount += 1));
    const untilIdle = () => until(() => requestCount === responseCount);
    await page.goto(link);
    await page.locator("button").first().waitFor();
    await untilIdle();
    const elements = page.locator(kind);
    for (let index = 0; index < (await elements.count()) && page.url() === link; index += 1) {
      // skips a button that an earlier click removed
      if (kind === "button")
        await elements.evaluateAll(
          (all, one) => all[one]?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
          index,
        );
      else
        await Promise.all([
          page.waitForEvent("framenavigated"),
          elements.nth(index).evaluate((form) => form instanceof HTMLFormElement && form.submit()),
        ]);
      await page.waitForFunction(() => document.readyState === "complete");
      await untilIdle();
    }
    await page.close();
  }
}

test("nothing is removed if a scanner presses all in all mails", async () => {
  const [ada, mia] = [await callAsAdmin(club), await register(club, "mia")];
  expect((await ada.call("PATCH", "/api/email/config", { enabled: true })).ok).toBe(true);
  const month = addCalendarMonths(clubMonth(), 1);
  const plan = async (fields: object) => (await jsonOf(ada.call("POST", "/api/meetings", fields))).id;
  const datedMeeting = await plan({ date: `${month}-10`, time: "19:00", location: "The cellar" });
  const datelessId = await plan({ date: "", time: "19:00", location: "The attic" });
  const days = ["11", "12"].map((day) => ({ date: `${month}-${day}`, time: "19:00" }));
  await jsonOf(ada.call("PUT", `/api/meetings/${datelessId}/dates`, { dates: days, tell: true }));
  await jsonOf(ada.call("PATCH", `/api/meetings/${datedMeeting}`, { time: "20:00", tell: true }));
  await jsonOf(ada.call("POST", "/api/email/announcements", { subject: "A toast", message: "To all of you." }));
  expect((await ada.call("POST", "/api/email/trigger-monthly")).status).toBe(202);
  expect((await mia.call("POST", "/api/auth/forgot", { email: "mia@example.org" })).ok).toBe(true);
  await jsonOf(mia.call("PATCH", "/api/profile", { ereaderEmail: "mia@kindle.example" }));
  const links = await until(
    async () => {
      const mails = (await mailbox.mails()).filter(({ destination }) => destination.to.join().includes("mia@"));
      const texts = mails.map(({ body }) => body.text ?? "").join("\n");
      return [...new Set(texts.match(/http:\/\/\S+/g))].filter(
        (link) => /[?#]/.test(link) && link.startsWith(club.url),
      );
    },
    (links) =>
      ["/answer?", "/dates?", "/auth?reset", "/ereader#"].every((part) => links.some((link) => link.includes(part))) &&
      // of each kind of mail
      links.filter((link) => link.includes("/api/unsubscribe?")).length === 3,
  );
  const { dates } = await jsonOf(ada.call("GET", `/api/meetings/${datelessId}`));
  const ids = dates.map(({ id }: { id: number }) => id);
  await jsonOf(mia.call("PUT", `/api/meetings/${datelessId}/dates/mine`, { ids }));
  await jsonOf(mia.call("PUT", `/api/meetings/${datedMeeting}/answer`, { answer: "yes", guests: 2 }));
  const readState = async () => {
    const { wantsMonthlyMail, wantsMeetingMail, wantsAnnouncements } = await jsonOf(mia.call("GET", "/api/profile"));
    const ownMeeting = await jsonOf(mia.call("GET", `/api/meetings/${datelessId}`));
    return {
      wants: [wantsMonthlyMail, wantsMeetingMail, wantsAnnouncements],
      answer: (await jsonOf(mia.call("GET", `/api/meetings/${datedMeeting}`))).mine,
      dates: ownMeeting.dates.map((date: { mine: boolean }) => date.mine),
    };
  };
  const stateBefore = await readState();
  expect(stateBefore).toEqual({ wants: [true, true, true], answer: { answer: "yes", guests: 2 }, dates: [true, true] });
  const page = await browser.page({ club, width: 1280 });
  for (const link of links) {
    await scan(page.context(), link);
    expect([link, await readState()]).toEqual([link, stateBefore]);
  }
  const signIn = await mia.call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
  expect(signIn.status).toBe(200);
  await page.context().close();
}, 600_000);

test("no page threw or broke the content security policy", () => {
  expect(browser.faults).toEqual([]);
});
