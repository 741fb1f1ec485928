import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { PASSWORD, signOut, startAccounts } from "#tests/support/accounts.ts";
import { signIn } from "#tests/support/browser.ts";

const accounts = await startAccounts();

/** Chromium can't reach a push service here, so it is replaced. `localStorage` decides how it answers. */
async function replacePushService(page: Page, name: string): Promise<void> {
  await page.context().grantPermissions(["notifications"], { origin: accounts.here.url });
  await page.addInitScript((subscription) => {
    const key = "test-subscription";
    const fakeSubscription = {
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: async () => localStorage.removeItem(key),
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        const answer = localStorage.getItem("test-push-service");
        if (answer === "hangs") return new Promise(() => {});
        if (answer === "refuses") throw new DOMException("Registration failed - push service error", "AbortError");
        localStorage.setItem(key, "1");
        return fakeSubscription;
      },
      getSubscription: async () => (localStorage.getItem(key) ? fakeSubscription : null),
    });
  }, accounts.push.subscription(name));
}

test("keeps notifications on until their session ends", async () => {
  const page = await accounts.newMember("tom", { serviceWorker: true });
  await replacePushService(page, "tom");
  const turnOnButton = page.getByRole("button", { name: "Turn on" });
  const turnOffButton = page.getByRole("button", { name: "Turn off" });
  const count = () => accounts.database().query("SELECT endpoint FROM push_subscriptions").all().length;
  for (const isRepeated of [false, true]) {
    await page.goto("/profile");
    await turnOnButton.click();
    await turnOffButton.waitFor();
    expect(count()).toBe(1);
    await page.reload();
    await turnOffButton.waitFor();
    if (isRepeated) break;
    await signOut(page);
    expect(count()).toBe(0);
    await signIn(page, "tom", PASSWORD);
  }
  await turnOffButton.click();
  await turnOnButton.waitFor();
  expect(count()).toBe(0);
  await page.context().close();
}, 300_000);

test.each([
  ["refuses", "Registration failed - push service error"],
  ["hangs", "Your browser's notification service doesn't answer. Try again later."],
] as const)(
  "keeps a subscription while a push service %s",
  async (answer, message) => {
    const page = await accounts.newMember(`member-${answer}`, { serviceWorker: true });
    await replacePushService(page, answer);
    const turnOnButton = page.getByRole("button", { name: "Turn on" });
    const turnOffButton = page.getByRole("button", { name: "Turn off" });
    await page.goto("/profile");
    await turnOnButton.click();
    await turnOffButton.waitFor();
    // the browser keeps its subscription, and another session may use it
    await signOut(page);
    await signIn(page, `member-${answer}`, PASSWORD);
    await page.goto("/profile");
    await page.evaluate((value) => localStorage.setItem("test-push-service", value), answer);
    await turnOnButton.click();
    await page.getByText(message).first().waitFor({ timeout: 40_000 });
    expect(await page.evaluate(() => localStorage.getItem("test-subscription"))).toBe("1");
    // and works once the service does
    await page.evaluate(() => localStorage.removeItem("test-push-service"));
    await turnOnButton.click();
    await turnOffButton.waitFor();
    await page.context().close();
  },
  200_000,
);
