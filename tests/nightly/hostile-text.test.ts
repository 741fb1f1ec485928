import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { openBrowser, screenshot, signIn } from "#tests/support/browser.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { fillClub, HOSTILE_PASSWORD, hostileFields } from "#tests/support/hostile-club.ts";
import { HOSTILE, HOSTILE_LINE } from "#tests/support/hostile-texts.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";
import { sessionCookie } from "#tests/support/screens.ts";
import { startSesServer } from "#tests/support/ses-server.ts";
import { until } from "#tests/support/until.ts";

const ISBN = "9780141439587";
const CLUB = `Ink "&" <b>Grape</b> <script>alert(1)</script>`;
const foreign = { title: HOSTILE_LINE, authors: [{ name: HOSTILE_LINE }] };
const services = startIsbnServices({ "/api/books": { [`ISBN:${ISBN}`]: foreign } });
const ses = startSesServer();
ses.treat(() => ({
  kind: "error",
  status: 400,
  code: "MessageRejected",
  message: "&lt;img src=x onerror=alert(1)&gt;",
}));

let club: RunningClub;
const browser = await openBrowser();
/** What a text should not do: dialogs, policy violations. */
const deeds: string[] = [];
beforeAll(async () => {
  const { PUBLIC_URL: _, ...mail } = ses.environment;
  club = await startClub({ environment: { ...services.environment, ...mail, CLUB_NAME: CLUB } });
  await club.makeAdmin();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
  await services.stop();
  ses.close();
});

/** A page as one of three roles; with a session, without going through the form. */
async function open(username?: string, password = HOSTILE_PASSWORD, width = 360): Promise<Page> {
  const page = await browser.page({ club, width });
  page.on("dialog", (dialog) => {
    // the dashboard's own, before discarding edits
    if (dialog.type() !== "beforeunload") deeds.push(`${page.url()}: ${dialog.type()} ${dialog.message()}`);
    void dialog.accept();
  });
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  );
  if (username) await page.context().addCookies([await sessionCookie(club.url, username, password)]);
  return page;
}

/** All readable text on the page, including fields and accessible names. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    const names = [...document.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"));
    return [document.title, document.body.textContent, ...boxes, ...names].join("\n");
  });

/** Waits until the page shows each text exactly, then checks what they must not become. */
async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  await until(
    async () => {
      const read = await readable(page);
      return { url: page.url(), missing: texts.filter((text) => !read.includes(text)) };
    },
    ({ missing }) => missing.length === 0,
  );
  await expectHarmless(page);
}

async function expectHarmless(page: Page): Promise<void> {
  const made = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'img[src="x"], script:not([src]), iframe:not([title]), a[href^="javascript"], [onload], [onerror], [onfocus], [onmouseover], b',
      ),
    ].map((element) => element.outerHTML),
  );
  expect(made, page.url()).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(cutOff), `${page.url()} at ${width}`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(width);
}

/** Texts beyond the window's right edge that can't be scrolled to. */
function cutOff(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  return [...document.querySelectorAll("body *")]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element))
    .map((element) => element.outerHTML.slice(0, 200));
}

const toast = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text }).first().waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

test("visitors see markup as text", async () => {
  const page = await open();
  await page.goto(`/auth?invite=${encodeURIComponent(HOSTILE.join(" "))}`);
  await expectShown(page, [...HOSTILE, CLUB]);
  for (const path of [
    "/<script>alert(1)</script>",
    "/auth?setup=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
    "/api/unsubscribe?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
  ]) {
    await page.goto(path);
    await expectShown(page, [CLUB]);
  }
  await page.context().close();
});

test("members see markup as text on every page", async () => {
  await fillClub(club, "markup");
  const fields = hostileFields("markup");
  const [name = ""] = fields.names;
  const page = await open();
  await signIn(page, name, HOSTILE_PASSWORD);
  await toast(page, `Welcome back, ${name}!`);
  await expectShown(page, [...HOSTILE, fields.title, fields.author, fields.location, ...fields.names]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectHarmless(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await press(page, "Add Item");
  await page.getByPlaceholder("What are you bringing to the meeting?").fill(HOSTILE_LINE);
  await press(page, "Post");
  await toast(page, "Your post has been added");
  await expectShown(page, [HOSTILE_LINE]);
  await screenshot(page, "hostile-home");

  await page.goto("/ebook");
  await expectShown(page, [fields.title, fields.author, ...HOSTILE]);
  await page.goto("/audiobook");
  await expectShown(page, [fields.title, fields.narrator, fields.duration, ...fields.chapters]);
  await page.getByRole("tab", { name: "Bookmarks" }).click();
  await expectShown(page, [fields.note]);
  await page.getByRole("tab", { name: "History" }).click();
  await expectShown(page, [fields.device]);
  await press(page, "Play");
  await page.getByRole("link", { name: "Home" }).click();
  await expectShown(page, [fields.chapters[2] ?? ""]);
  await page.goto("/profile");
  await expectShown(page, [name, "Firefox on Linux"]);
  await page.goto("/no-such-page/<img src=x onerror=alert(1)>");
  await expectShown(page, ["404 Page Not Found"]);
  await page.context().close();
}, 120_000);

test("admins see markup as text on every tab, in dialogs and in emails", async () => {
  const fields = hostileFields("markup");
  const [name = "", second = ""] = fields.names;
  const page = await open("ada", ADMIN_PASSWORD);
  const shown = {
    users: [...fields.names, "a'{{7*7}}&#x27|$0@example.org"],
    content: [...HOSTILE, fields.location, name, second],
    book: [fields.title, fields.author, fields.narrator, fields.duration, ...HOSTILE],
    ebook: [fields.ebook, fields.title],
    audiobook: [fields.audiobook, fields.title],
  };
  for (const [tab, texts] of Object.entries(shown)) {
    await page.goto(`/admin?tab=${tab}`);
    await expectShown(page, texts);
    await screenshot(page, `hostile-${tab}`);
    if (tab !== "users") continue;
    await press(page, `Delete ${name}`);
    await expectShown(page, [`This deletes ${name}, their posts`]);
    await press(page, "Cancel");
    await press(page, `Make admin of ${second}`);
    await press(page, "Make admin");
    await toast(page, `${second} is now an admin`);
    await press(page, `Reset Password of ${name}`);
    await press(page, "Reset password");
    await page.getByText("Next steps").waitFor();
    await expectShown(page, [name]);
    await press(page, "I've Copied the Password");
  }
  await page.goto("/admin?tab=book");
  await page.getByLabel("ISBN lookup").fill(ISBN);
  await press(page, "Fetch Book Info");
  await toast(page, "Book information fetched successfully");
  await expectShown(page, [HOSTILE_LINE]);

  await page.goto("/admin?tab=ebook");
  const found = "<iframe src='javascript:alert(1)'>";
  await page.getByLabel("eBook file", { exact: true }).setInputFiles({
    name: "'><svg onload=alert(1)>.epub",
    mimeType: "application/epub+zip",
    buffer: epub({ title: found.replaceAll("<", "&lt;") }),
  });
  await toast(page, "eBook uploaded successfully");
  await expectShown(page, ["'><svg onload=alert(1)>.epub", found]);

  await page.goto("/admin?tab=email");
  await press(page, "Enable Email Service");
  await toast(page, "Email service has been enabled");
  await page.getByLabel("Email address").fill("test@example.org");
  await press(page, "Send Test");
  await toast(page, "<img src=x onerror=alert(1)>");
  await press(page, "Monthly email");
  await expectShown(page, [CLUB]);
  const mail = page.frameLocator("iframe");
  await mail.getByText("<script>alert(1)</script>").first().waitFor();
  expect(await mail.locator("script, [onerror], [onload]").count()).toBe(0);
  await press(page, "Monthly email");
  await press(page, "Send Monthly Emails");
  await press(page, "Send now");
  await expectShown(page, [...fields.names, "<img src=x onerror=alert(1)>"]);
  await screenshot(page, "hostile-email");
  await page.context().close();
}, 120_000);

test("unbreakable words don't widen any page", async () => {
  await fillClub(club, "long");
  const fields = hostileFields("long");
  const [name = ""] = fields.names;
  const member = await open(name);
  const pages = { "/": fields.location, "/ebook": fields.title, "/audiobook": fields.narrator, "/profile": name };
  for (const [path, text] of Object.entries(pages)) {
    await member.goto(path);
    await expectShown(member, [text]);
    await screenshot(member, `long${path.replace("/", "-")}`);
    if (path !== "/audiobook") continue;
    await expectShown(member, fields.chapters);
    await member.getByRole("tab", { name: "Bookmarks" }).click();
    await expectShown(member, [fields.note]);
    await member.getByRole("tab", { name: "History" }).click();
    await expectShown(member, [fields.device]);
    await press(member, "Play");
    await member.getByRole("link", { name: "Home" }).click();
    await expectShown(member, fields.chapters);
  }
  await member.setViewportSize({ width: 1280, height: 900 });
  await member.goto("/");
  await expectShown(member, [fields.location]);
  await member.context().close();

  const admin = await open("ada", ADMIN_PASSWORD);
  const shown = {
    content: fields.location,
    book: fields.narrator,
    ebook: fields.ebook,
    audiobook: fields.audiobook,
    users: name,
    email: name,
  };
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    for (const [tab, text] of Object.entries(shown)) {
      // on desktops the tabs are alike
      if (width > 360 && tab !== "content" && tab !== "users") continue;
      await admin.goto(`/admin?tab=${tab}`);
      await expectShown(admin, [text]);
      await screenshot(admin, `long-${tab}-${width}`);
      if (tab !== "users") continue;
      await press(admin, `Delete ${name}`);
      await expectShown(admin, [`${name} is deleted`]);
      await press(admin, "Cancel");
    }
  }
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await admin.goto("/admin/health");
    await expectShown(admin, [`changed the book '${fields.title}'`]);
  }
  await admin.context().close();
}, 120_000);

test("no text opened a dialog, ran or loaded anything", () => {
  expect(deeds).toEqual([]);
  expect(browser.faults).toEqual([]);
});
