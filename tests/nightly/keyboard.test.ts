import { expect, test } from "bun:test";

import type { Locator, Page } from "playwright-core";

import { call, PASSWORD, startAccounts } from "#tests/support/accounts.ts";
import { addAuthenticator } from "#tests/support/authenticator.ts";
import { until } from "#tests/support/poll-until.ts";

const accounts = await startAccounts();
const PRESSES_MAX = 60;

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);

/** Presses the key until the control has the focus, which must be visible. */
async function tabTo(page: Page, control: Locator, key = "Tab"): Promise<void> {
  for (let press = 0; press < PRESSES_MAX; press += 1) {
    if (await hasFocus(control)) {
      expect(await control.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe("none");
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${PRESSES_MAX} times ${key} don't lead to ${control}`);
}

async function pressEnterOn(page: Page, control: Locator, key = "Tab"): Promise<void> {
  await tabTo(page, control, key);
  await page.keyboard.press("Enter");
}

/** Waits until the control has the focus after a window closed or its focused element disappeared. */
const comesTo = (control: Locator) =>
  until(
    () => hasFocus(control),
    (has) => has,
  );

test("manages passkeys, codes, devices and data by keyboard", async () => {
  const page = await accounts.newMember("kim");
  await addAuthenticator(page);
  const otherPage = await accounts.browser.signedIn({ club: accounts.here }, "kim", PASSWORD);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/account-menu-items-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/profile");
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

  // the menu replaces its focused button, and the focus must not return to it later
  await tabTo(page, button(/^Account:/));
  release();
  await page.locator("[id^=headlessui-menu-button]").waitFor();

  const [addButton, removeButton] = [button("Add a passkey"), button("Remove Passkey 1")];
  await pressEnterOn(page, addButton);
  await removeButton.waitFor();
  await comesTo(addButton);
  await pressEnterOn(page, removeButton, "Shift+Tab");
  await comesTo(button("Cancel"));
  await page.keyboard.press("Escape");
  await comesTo(removeButton);
  await page.keyboard.press("Enter");
  await comesTo(button("Cancel"));
  await pressEnterOn(page, button("Remove"));
  await removeButton.waitFor({ state: "detached" });
  await comesTo(addButton);

  await pressEnterOn(page, button(/^Sign out (?:Chrome|Unknown)/));
  await page.getByText("That device is signed out").waitFor();
  expect((await otherPage.request.get("/api/auth/user")).status()).toBe(401);

  const showButton = button("Show a code");
  await pressEnterOn(page, showButton);
  const doneButton = button("Done");
  await doneButton.waitFor();
  await comesTo(doneButton);
  await page.keyboard.press("Enter");
  await comesTo(showButton);

  const download = page.waitForEvent("download");
  await pressEnterOn(page, page.getByRole("link", { name: "Download my data" }));
  expect((await download).suggestedFilename()).toBe("my-book-club-data.zip");
  await pressEnterOn(page, page.locator("summary", { hasText: "Delete my account" }));
  await tabTo(page, page.getByLabel("Your password"));
  await page.keyboard.type(PASSWORD);
  const closeButton = page.locator("details").getByRole("button", { name: "Delete my account" });
  await pressEnterOn(page, closeButton);
  await comesTo(button("Cancel"));
  await page.keyboard.press("Escape");
  await comesTo(closeButton);
  await page.keyboard.press("Enter");
  await pressEnterOn(page, button("Delete it"));
  await page.waitForURL((url) => url.pathname === "/auth");
  await Promise.all([page, otherPage].map((each) => each.context().close()));
}, 300_000);

test("signs in by every method without a mouse", async () => {
  const laptop = await accounts.newMember("kay");
  const { code } = await call(laptop, "POST", "/api/auth/device");
  const page = await accounts.browser.page({ club: accounts.here, width: 360 });
  await page.goto("/auth");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const backButton = button("Back to sign-in");

  await pressEnterOn(page, button("Forgot password?"));
  const email = page.getByLabel("Email");
  await email.waitFor();
  await page.keyboard.press("Tab");
  expect(await hasFocus(email)).toBe(true);
  await page.keyboard.type("kay@example.org");
  await pressEnterOn(page, button("Send me a link"));
  await page.getByText("Check your email").waitFor();
  await comesTo(backButton);
  await page.keyboard.press("Enter");
  await comesTo(page.getByRole("tab", { name: "Login" }));

  await pressEnterOn(page, button("Use a code from another device"));
  await tabTo(page, page.getByLabel("Code"));
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
  await pressEnterOn(page, button("Sign in as kay"));
  await page.waitForURL((url) => url.pathname === "/");
  await Promise.all([laptop, page].map((each) => each.context().close()));
}, 300_000);

test("no page threw or broke the content security policy", () => {
  expect(accounts.faults()).toEqual([]);
});
