import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { ADMIN_PASSWORD } from "#tests/support/executable.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { GATE_KINDS, startGate } from "#tests/support/gate.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const { browser, club } = await startBrowserClub({
  provoked: new RegExp(`${UNREACHABLE.source}|CORS policy|Another program|could not be sent|Content Security Policy`),
});

const BOARD = "Snacks & Drinks Board";

async function openInstalled(url: string): Promise<Page> {
  const page = await browser.signedIn({ club: { url }, serviceWorker: true }, "ada", ADMIN_PASSWORD);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await until(() =>
    page.evaluate(async () => {
      const shellCache = await caches.open("shell");
      return Boolean(
        (await caches.match("/api/posts")) && (await caches.match("/api/content")) && (await shellCache.match("/")),
      );
    }),
  );
  return page;
}

const addPost = async (page: Page, text: string) => {
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByPlaceholder("What are you bringing to the meeting?").fill(text);
};

/** All of them take a minute. */
const KINDS_BY_DAY: readonly string[] = ["redirect", "page", "JSON"];

for (const kind of [...GATE_KINDS, "405"] as const) {
  const testKind = KINDS_BY_DAY.includes(kind) ? test : atNight;
  testKind(`shows a proxy's sign-in once (${kind}), and sends after it`, async () => {
    const gate = kind === "405" ? startGate(club, "page", 405) : startGate(club, kind);
    const page = await openInstalled(gate.url);
    try {
      gate.close();
      await page.goto("/");
      await page.getByRole("link", { name: "Let me in" }).waitFor();
      // back to the stored page, which doesn't show the proxy's page again automatically
      await page.goto(`${gate.url}/`);
      await page.getByRole("heading", { name: BOARD }).waitFor();
      await page.getByText("Your network wants you to sign in first").waitFor();
      await addPost(page, `Figs, ${kind}`);
      await page.getByRole("button", { name: "Post", exact: true }).click();
      await page.getByText("It'll be sent when you're back online.").waitFor();
      expect(gate.shown.length).toBe(1);

      await page.getByRole("button", { name: "Show its page" }).click();
      await page.getByRole("link", { name: "Let me in" }).click();
      await page.getByRole("heading", { name: BOARD }).waitFor();
      await until(async () =>
        JSON.stringify(await (await page.request.get("/api/posts")).json()).includes(`Figs, ${kind}`),
      );
      await page.getByText("It'll be sent when you're back online.").waitFor({ state: "detached" });
      expect(await page.getByText("Your network wants you to sign in first").count()).toBe(0);
    } finally {
      await page.context().close();
      await gate.stop();
    }
  });
}

test("keeps typed text when a proxy's session ends", async () => {
  const gate = startGate(club, "redirect");
  const page = await openInstalled(gate.url);
  try {
    // the cause of an earlier failed call was just checked
    await page.route("**/api/profile/sessions", (route) => route.abort(), { times: 1 });
    await page.goto("/profile");
    await page.getByLabel("Display name").fill("Ada, who is still typing");
    gate.close();
    await page.getByRole("button", { name: "Save details" }).first().click();
    await page.getByText("Your network wants you to sign in first").waitFor();
    expect(await page.getByLabel("Display name").inputValue()).toBe("Ada, who is still typing");
    expect(gate.shown).toEqual([]);
  } finally {
    await page.context().close();
    await gate.stop();
  }
});

test("shows a proxy's page while the browser's storage hangs", async () => {
  const gate = startGate(club, "redirect");
  const page = await openInstalled(gate.url);
  try {
    await page.addInitScript(() => {
      CacheStorage.prototype.has = () => new Promise(() => {});
    });
    gate.close();
    await page.goto("/");
    await page.waitForEvent("load");
  } finally {
    await page.context().close();
    await gate.stop();
  }
});

for (const kind of GATE_KINDS) {
  const testKind = ["redirect", "page"].includes(kind) ? test : atNight;
  testKind(`shows a proxy's sign-in to an upload (${kind}), which goes on after it`, async () => {
    const gate = startGate(club, kind);
    const page = await openInstalled(gate.url);
    try {
      await importBook(club, {});
      await page.goto("/admin");
      await page.getByRole("tab", { name: "eBook" }).click();
      await page.route("**/api/uploads", (route) => (gate.close(), route.fallback()), { times: 1 });
      const file = {
        name: "emma.epub",
        mimeType: "application/epub+zip",
        buffer: bookOf({ chapters: plainChapters([100 + GATE_KINDS.indexOf(kind)]) }),
      };
      await page.locator("input[type=file][accept='.epub']").setInputFiles(file);
      await page.getByText("Your network wants you to sign in first").waitFor();
      await page.getByText(/^Connection lost/).waitFor();
      await fetch(`${gate.url}/-/open`);
      await page.getByText("eBook uploaded successfully").waitFor();
    } finally {
      await page.context().close();
      await gate.stop();
    }
  });
}

atNight("plays on after a proxy's page came instead of audio", async () => {
  const gate = startGate(club, "redirect");
  await importBook(club, { audio: { seconds: 20 * 3600 } });
  const page = await openInstalled(gate.url);
  const currentTime = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
  try {
    await page.goto("/audiobook");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(currentTime, (seconds) => seconds > 1);
    gate.close();
    await page.evaluate(() => Object.assign(document.querySelector("audio") ?? {}, { currentTime: 60_000 }));
    await page.getByText("Your network wants you to sign in first").waitFor({ timeout: 60_000 });
    await fetch(`${gate.url}/-/open`);
    await until(currentTime, (seconds) => seconds > 60_001);
  } finally {
    await page.context().close();
    await gate.stop();
  }
});

test("doesn't reload while the server is down behind its proxy", async () => {
  const gate = startGate(club, "redirect");
  const page = await openInstalled(gate.url);
  try {
    await page.evaluate(() => ((globalThis as { isSame?: boolean }).isSame = true));
    for (const status of [502, 404, 429]) {
      await page.route("**/*", (route) => route.fulfill({ status, contentType: "text/html", body: "<title>Proxy" }));
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByRole("link", { name: "Home" }).first().click();
    }
    expect(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true);
  } finally {
    await page.context().close();
    await gate.stop();
  }
});
