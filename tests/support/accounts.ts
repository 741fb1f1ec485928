import { Database } from "bun:sqlite";
import { afterAll } from "bun:test";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { atLocalhost, expectAccessible, openBrowser, screenshot } from "./browser.ts";
import { ADMIN_PASSWORD, startClub } from "./executable.ts";
import { startMailbox } from "./mailbox.ts";
import { startPushService } from "./push-service.ts";

export const PASSWORD = "three chapters";

/** A running club with mail, notifications and a browser, for tests of accounts. All close with the test file. */
export async function startAccounts() {
  const push = startPushService();
  const [ses, browser] = await Promise.all([startMailbox(), openBrowser({ notifies: true })]);
  const { PUBLIC_URL: _, ...environment } = ses.environment;
  const club = await startClub({ environment: { ...environment, PUSH_ORIGINS: push.origin } });
  const here = atLocalhost({ url: club.url });
  await club.makeAdmin();
  const admin = await browser.signedIn({ club: here }, "ada", ADMIN_PASSWORD);
  await admin.goto("/admin?tab=email");
  await admin.getByRole("button", { name: "Enable Email Service" }).click();
  await admin.getByText("Email service has been enabled", { exact: true }).waitFor();
  await admin.context().close();
  afterAll(async () => {
    await browser.close();
    await club.stop();
    await push.stop();
    ses.close();
  });
  return {
    club,
    here,
    ses,
    push,
    browser,
    database: () => new Database(join(club.storageDir, "bookclub.db"), { readonly: true }),
    newMember: async (username: string, view = {}): Promise<Page> => {
      const page = await browser.page({ club: here, ...view });
      await page.goto("/auth");
      const body = { username, email: `${username}@example.org`, password: PASSWORD };
      const data = { ...body, invitationCode: await club.invite(1) };
      await page.request.post("/api/auth/register", { data, failOnStatusCode: true });
      await page.goto("/");
      return page;
    },
    faults: () => browser.faults,
  };
}

export const call = async (page: Page, method: string, path: string, data?: object) =>
  (await page.request.fetch(path, { method, ...(data && { data }) })).json();

export const isSignedIn = async (page: Page) => (await page.request.get("/api/auth/user")).ok();

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
}

/** Runs axe, and takes a screenshot. */
export async function checkPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await screenshot(page, `accounts-${name}`);
}
