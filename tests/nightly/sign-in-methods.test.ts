import { expect, test } from "bun:test";

import type { Request } from "playwright-core";
import { encode } from "uqr";

import { call, checkPage, isSignedIn, PASSWORD, signOut, startAccounts } from "#tests/support/accounts.ts";
import { addAuthenticator } from "#tests/support/authenticator.ts";
import { signIn } from "#tests/support/browser.ts";
import { until } from "#tests/support/poll-until.ts";

const NEW_PASSWORD = "four chapters";

const accounts = await startAccounts();

test("adds a passkey, signs in, and removes it", async () => {
  const page = await accounts.newMember("pia");
  await addAuthenticator(page);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your passkey has been added").waitFor();
  await page.getByText("Passkey 1", { exact: true }).waitFor();
  await checkPage(page, "passkeys");

  const signInWithPasskey = async () => {
    await signOut(page);
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    await checkPage(page, "passkey-sign-in");
    await button.click();
  };
  await signInWithPasskey();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await call(page, "GET", "/api/auth/user")).toMatchObject({ username: "pia" });
  expect(await call(page, "GET", "/api/profile/sessions")).toHaveLength(1);

  await page.goto("/profile");
  await page.getByText(/, last used /).waitFor();
  await page.getByRole("button", { name: "Remove Passkey 1" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The passkey has been removed").waitFor();
  await signInWithPasskey();
  await page.getByText("This passkey doesn't work here. Sign in with your password.").waitFor();
  expect(await isSignedIn(page)).toBe(false);
  await page.context().close();
}, 300_000);

test("replaces a forgotten password, and ends sessions", async () => {
  const [laptop, phone] = [
    await accounts.newMember("flo"),
    await accounts.browser.page({ club: accounts.here, width: 360 }),
  ];
  await signIn(phone, "flo", PASSWORD);
  await accounts.ses.clear();
  const page = await accounts.browser.page({ club: accounts.here, width: 360, dark: true });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await checkPage(page, "forgot");
  await page.getByLabel("Email").fill("flo@example.org");
  await page.keyboard.press("Enter");
  await page.getByText("Check your email").waitFor();
  await checkPage(page, "forgot-sent");

  const mail = await until(async () =>
    (await accounts.ses.mails()).find(({ subject }) => subject.startsWith("Set a new")),
  );
  const link = /http:\S+\/auth\?reset=[\w-]+/.exec(mail?.body.text ?? "")?.[0] ?? "";
  const token = new URL(link).searchParams.get("reset") ?? "";
  // the mail service's scanner opens it first
  for (const method of ["HEAD", "GET", "GET"]) expect((await fetch(link, { method })).status).toBe(200);

  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(`/auth?reset=${token}`);
  await page.getByLabel("New password").waitFor();
  expect(page.url()).toBe(`${accounts.here.url}/auth`);
  // only the page's own URL has the token
  const referrers = await Promise.all(
    requests.map(async (one) => [one.url(), (await one.allHeaders())["referer"] ?? ""]),
  );
  expect(referrers.flat()).toContain(`${accounts.here.url}/`);
  expect(referrers.flat().filter((text) => text.includes(token))).toEqual([`${accounts.here.url}/auth?reset=${token}`]);
  await checkPage(page, "new-password");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByText("Your new password has been set").waitFor();
  await checkPage(page, "new-password-set");
  expect([await isSignedIn(laptop), await isSignedIn(phone), await isSignedIn(page)]).toEqual([false, false, false]);
  await laptop.goto("/");
  await laptop.waitForURL((url) => url.pathname === "/auth");

  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Username").fill("flo");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.getByText("Invalid username or password").first().waitFor();
  await signIn(page, "flo", NEW_PASSWORD);

  await phone.goto(`/auth?reset=${token}`);
  await phone.getByLabel("New password").fill("five chapters");
  await phone.keyboard.press("Enter");
  await phone.getByText("This link has expired").waitFor();
  await checkPage(phone, "dead-link");
  expect(accounts.club.output()).not.toContain(token);
  await Promise.all([laptop, phone, page].map((each) => each.context().close()));
}, 300_000);

test("a QR code signs another browser in, after it asks", async () => {
  const laptop = await accounts.newMember("quin");
  await laptop.goto("/profile");
  await laptop.getByRole("button", { name: "Show a code" }).click();
  const code = await laptop.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
  const qr = laptop.getByRole("img", { name: "QR code that signs another device in" });
  const { data } = encode(`${accounts.club.url}/auth#device=${code}`, { border: 2 });
  const qrPath = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  expect(await qr.locator("path").getAttribute("d")).toBe(qrPath);
  await checkPage(laptop, "code");

  const phone = await accounts.browser.page({ club: accounts.here, width: 360 });
  await phone.goto("/auth");
  // in an open tab, such a URL changes only the hash; earlier, React would render the page a second time
  await phone.waitForFunction(() => window.onclick === null);
  await phone.goto(`/auth#device=${code}`);
  await phone.getByText("Sign in on this device?").waitFor();
  expect(phone.url()).toBe(`${accounts.here.url}/auth`);
  expect(await isSignedIn(phone)).toBe(false);
  await checkPage(phone, "code-asks");
  await phone.getByRole("button", { name: "Sign in as quin" }).click();
  await phone.waitForURL((url) => url.pathname === "/");
  expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, true]);

  const visitorPage = await accounts.browser.page({ club: accounts.here });
  await visitorPage.goto(`/auth#device=${code}`);
  await visitorPage.getByText("This code has expired or was used. Show a new one on your other device.").waitFor();
  await checkPage(visitorPage, "code-dead");
  await laptop.goto("/profile");
  await laptop.getByRole("button", { name: /^Sign out (?:Chrome|Unknown)/ }).click();
  await laptop.getByText("That device is signed out").waitFor();
  expect(await isSignedIn(phone)).toBe(false);
  await Promise.all([laptop, phone, visitorPage].map((each) => each.context().close()));
}, 300_000);

test("no page threw or broke the content security policy", () => {
  expect(accounts.faults()).toEqual([]);
});
