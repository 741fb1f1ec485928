import { expect, test } from "bun:test";

import { PASSWORD, register } from "#tests/support/api-client.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";

const { browser, club } = await startBrowserClub();

test("the calendar address has steps for Google and Outlook", async () => {
  await register(club, "mia");
  const page = await browser.signedIn({ club }, "mia", PASSWORD);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Get my calendar address" }).click();
  const address = await page.getByLabel("Your calendar address").inputValue();
  const response = await fetch(address.replace(/^https?:\/\/[^/]+/, club.url));
  expect([response.status, (await response.text()).split("\r\n")[0]]).toEqual([200, "BEGIN:VCALENDAR"]);
  const subscribeUrl = await page.getByRole("link", { name: "Subscribe" }).getAttribute("href");
  expect(subscribeUrl).toBe(address.replace(/^https?:/, "webcal:"));
  const text = await page.getByRole("main").innerText();
  expect(text).toMatch(/Google Calendar[^\n]*“From URL”[^\n]*paste the address/);
  expect(text).toMatch(/Outlook[^\n]*“Subscribe from web”[^\n]*paste the address/);
  await page.context().close();
}, 200_000);
