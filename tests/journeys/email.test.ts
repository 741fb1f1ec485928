import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { startMailbox } from "#tests/support/mailbox.ts";
import { until } from "#tests/support/poll-until.ts";

let ses: Awaited<ReturnType<typeof startMailbox>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let club: RunningClub;
let page: Page;

beforeAll(async () => {
  [ses, browser] = await Promise.all([startMailbox(), openBrowser()]);
  const { PUBLIC_URL: _, ...environment } = ses.environment;
  club = await startClub({ environment });
  await club.makeAdmin();
  page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
});
afterAll(async () => {
  await browser.close();
  await club.stop();
  ses.close();
});

const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();

test("enables, previews, tests and sends the monthly email", async () => {
  await page.goto("/admin?tab=email");
  await page.getByRole("button", { name: "Enable Email Service" }).click();
  await toast("Email service has been enabled");

  await page.getByRole("button", { name: "Monthly email", exact: true }).click();
  const mail = page.frameLocator("iframe");
  await mail.getByText("Dear ada,").waitFor();
  // the frame's own policy allows styles and images
  expect(await mail.locator("h1").evaluate((title) => getComputedStyle(title).fontSize)).toBe("32px");
  expect(
    await mail.locator("img").evaluateAll((images) => images.map((one) => (one as HTMLImageElement).naturalWidth)),
  ).toEqual([1200]);
  await expectAccessible(page);
  await screenshot(page, "email-preview");
  await page.getByRole("button", { name: "Monthly email", exact: true }).click();

  await page.getByLabel("Email address").fill("test@example.org");
  await page.getByRole("button", { name: "Send Test" }).click();
  await toast("Test email has been sent successfully");

  await page.getByRole("button", { name: "Send Monthly Emails" }).click();
  await page.getByText(/1 member will get it\./).waitFor();
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(/1 sent\./).waitFor();
  await page.getByText("ada@example.org").last().waitFor();
  await expectAccessible(page);
  await screenshot(page, "email-sent");

  const mails = await ses.mails();
  expect(mails.map(({ destination }) => destination.to[0])).toEqual(["test@example.org", '"ada" <ada@example.org>']);
  // the season's image is in the executable, and in the mail
  expect(mails[1]?.attachments.map(({ cid }) => cid)).toEqual(["season@bookclub"]);

  await page.getByRole("button", { name: "Send Monthly Emails" }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  await toast("Everyone already has this month's email.");
});

atNight("welcomes a new member, who unsubscribes and resubscribes", async () => {
  await ses.clear();
  const visitor = await browser.page({ club, width: 360 });
  await visitor.goto(`/auth?invite=${await club.invite()}`);
  await visitor.getByRole("tab", { name: "Register" }).click();
  await visitor.getByLabel("Username").fill("nora");
  await visitor.getByLabel("Email").fill("nora@example.org");
  await visitor.getByLabel("Password", { exact: true }).fill("secret stories");
  await visitor.getByRole("button", { name: "Register", exact: true }).click();
  await visitor.waitForURL((url) => url.pathname === "/");
  const welcomeMail = await until(async () => (await ses.mails())[0]);
  expect(welcomeMail?.subject).toBe("Welcome to Synopses & Sips Book Club");

  const { exitCode, stdout } = await club.run(["email", "send-monthly"]);
  expect([exitCode, stdout]).toEqual([0, "2 sent, 0 failed, 0 unknown, 0 waiting\n"]);
  const [, ...laterMails] = await ses.mails();
  const monthlyMail = laterMails.find(({ destination }) => destination.to.includes('"nora" <nora@example.org>'));
  const [link = ""] = /http:\S+\/api\/unsubscribe\?token=\S+/.exec(monthlyMail?.body.text ?? "") ?? [];

  const mailReader = await browser.page({ club, width: 360, dark: true });
  await mailReader.goto(link);
  await expectAccessible(mailReader);
  await screenshot(mailReader, "unsubscribe-360-dark");
  await mailReader.getByRole("button", { name: "Stop the monthly email" }).click();
  await mailReader.getByRole("button", { name: "Yes, stop them" }).click();
  await mailReader.getByText("You won't get the monthly email anymore.", { exact: false }).waitFor();

  await visitor.goto("/profile#messages");
  const choice = visitor.getByLabel("Send me the monthly email");
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(false);
  await choice.click();
  await visitor.getByText("Your choice has been saved").waitFor();
  await expectAccessible(visitor);
  await screenshot(visitor, "profile-360");
});

atNight("fits a phone in dark mode, and says what isn't set up", async () => {
  const phone = await browser.signedIn({ club, width: 360, dark: true }, "ada", ADMIN_PASSWORD);
  await phone.goto("/admin?tab=email");
  await phone.getByText("Show more").or(phone.getByText("nora@example.org")).first().waitFor();
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await screenshot(phone, "email-360-dark");

  const clubWithoutMail = await startClub({ environment: {} });
  try {
    await clubWithoutMail.makeAdmin();
    const adminPage = await browser.signedIn({ club: clubWithoutMail }, "ada", ADMIN_PASSWORD);
    await adminPage.goto("/admin?tab=email");
    await adminPage.getByText("Email isn't set up yet").waitFor();
    await expectAccessible(adminPage);
    await screenshot(adminPage, "email-bare");
  } finally {
    await clubWithoutMail.stop();
  }
});

test("no page threw or broke the content security policy", () => {
  expect(browser.faults).toEqual([]);
});
