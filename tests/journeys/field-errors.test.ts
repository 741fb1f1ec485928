import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser, screenshot } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

let club: Awaited<ReturnType<typeof startDemoClub>>;
const browser = await openBrowser();
beforeAll(async () => void (club = await startDemoClub()));
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const PHONE = { width: 360, height: 740, touch: true };
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).tap();

/** Expects the focus in the field, with its error, and the toast elsewhere. */
async function expectUncovered(page: Page, label: string, error: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await page.getByRole("alert").filter({ hasText: error }).last().waitFor();
  await page.waitForFunction(
    (name) => document.activeElement?.getAttribute("name") === name,
    [await field.getAttribute("name")].join(),
  );
  const toast = page.locator("[data-sonner-toast][data-mounted=true]");
  await toast.waitFor();
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const [toastBox, fieldBox] = [await toast.boundingBox(), await field.boundingBox()];
  if (!toastBox || !fieldBox) throw new Error("The toast or the field isn't shown");
  expect(fieldBox.y).toBeGreaterThanOrEqual(0);
  expect(fieldBox.y + fieldBox.height).toBeLessThanOrEqual(PHONE.height);
  expect(toastBox.y + toastBox.height <= fieldBox.y || toastBox.y >= fieldBox.y + fieldBox.height).toBe(true);
}

test("the toast of a taken username doesn't cover its field", async () => {
  const page = await browser.page({ club, ...PHONE });
  await page.goto(`/auth?invite=${club.demo.invitation.code}`);
  await page.getByLabel("Your name").fill("Nora Field");
  const username = page.getByLabel("Username");
  await username.fill("teo");
  await page.getByLabel("Email").fill("nora@example.org");
  await page.getByLabel("Password", { exact: true }).fill("four chapters");
  // as after typing the last field, with the username at the window's edge
  await username.evaluate((field) => scrollTo(0, field.getBoundingClientRect().top + scrollY - 24));
  await press(page, "Register");
  await expectUncovered(page, "Username", "That username is already taken.");
  await screenshot(page, "taken-username");
  await page.context().close();
});

test("a rejected field has its error beside it, not in a toast", async () => {
  const page = await browser.page({ club, ...PHONE });
  await page.context().addCookies([await sessionCookie(club.url, "teo", DEMO_PASSWORD)]);
  await page.goto("/profile#password");
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password").fill("four chapters");
  await press(page, "Change password");
  const error = page.getByText("Your current password isn't right");
  await error.first().waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "currentPassword");
  expect(await error.count()).toBe(1);
  expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
  await page.context().close();
});
