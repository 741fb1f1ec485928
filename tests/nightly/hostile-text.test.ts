import { afterAll, beforeAll, expect, test } from "bun:test";

import ICAL from "ical.js";
import type { Page } from "playwright-core";

import { fillClub, HOSTILE_PASSWORD, hostileFields } from "#tests/hostile-text/hostile-club.ts";
import { expectHarmless, expectShown } from "#tests/hostile-text/hostile-pages.ts";
import { HOSTILE, HOSTILE_LINE } from "#tests/hostile-text/hostile-texts.ts";
import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser, screenshot, signIn } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";
import { startMailService } from "#tests/support/mail-service.ts";
import { showBars } from "#tests/support/reader-page.ts";
import { xmlElements } from "#tests/support/xml-elements.ts";

const ISBN = "9780141439587";
const CLUB_NAME = `Ink "&" <b>Grape</b> <script>alert(1)</script>`;
const bookRecord = { title: HOSTILE_LINE, authors: [{ name: HOSTILE_LINE }] };
const services = startIsbnServices({ "/api/books": { [`ISBN:${ISBN}`]: bookRecord } });
const ses = await startMailService();
ses.treat(() => ({
  kind: "error",
  status: 400,
  code: "MessageRejected",
  message: "<img src=x onerror=alert(1)>",
}));

let club: RunningClub;
const browser = await openBrowser();
/** Effects that a text must not have: dialogs, policy violations. */
const violations: string[] = [];
beforeAll(async () => {
  const { PUBLIC_URL: _, ...mail } = ses.environment;
  club = await startClub({ environment: { ...services.environment, ...mail, CLUB_NAME } });
  await club.makeAdmin();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
  await services.stop();
  ses.close();
});

/** A page of a visitor or a member; the session is created without the form. */
async function open(username?: string, password = HOSTILE_PASSWORD, width = 360): Promise<Page> {
  const page = await browser.page({ club, width });
  page.on("dialog", (dialog) => {
    // the dashboard's own question before discarding edits
    if (dialog.type() !== "beforeunload") violations.push(`${page.url()}: ${dialog.type()} ${dialog.message()}`);
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

const toast = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text }).first().waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
/** Opens the bookmarks and the history while it plays. */
async function lookThroughPlayer(page: Page, { note, device }: ReturnType<typeof hostileFields>): Promise<void> {
  await page.getByRole("tab", { name: "Bookmarks" }).click();
  await expectShown(page, [note]);
  await page.getByRole("tab", { name: "History" }).click();
  await expectShown(page, [device]);
  await press(page, "Play");
  await page.getByRole("link", { name: "Home" }).click();
}

test("visitors see markup as text (X01)", async () => {
  const page = await open();
  await page.goto(`/auth?invite=${encodeURIComponent(HOSTILE.join(" "))}`);
  await expectShown(page, [...HOSTILE, CLUB_NAME]);
  for (const path of [
    "/<script>alert(1)</script>",
    "/auth?setup=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
    "/api/unsubscribe?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
  ]) {
    await page.goto(path);
    await expectShown(page, [CLUB_NAME]);
  }
  await page.context().close();
});

test("members see markup as text on every page (X01)", async () => {
  const { id: bookId } = await fillClub(club, "markup");
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
  await lookThroughPlayer(page, fields);
  await expectShown(page, [fields.chapters[2] ?? ""]);
  const meetingFields = {
    "/": [fields.need, `2 × ${fields.need}`],
    "/talk": [fields.words, ...fields.names.slice(1, 2)],
    "/shelf": [fields.title],
    [`/shelf/${bookId}`]: [fields.words, fields.wine, fields.title, fields.author, fields.names[1] ?? ""],
    "/recommendations": [...fields.nominated, fields.words],
    "/wines": [fields.wine, fields.words],
  };
  for (const [path, texts] of Object.entries(meetingFields)) {
    await page.goto(path);
    await expectShown(page, texts);
    await screenshot(page, `hostile${path.replaceAll("/", "-")}`);
  }
  await page.goto("/read");
  await showBars(page);
  await press(page, "Bookmarks and highlights");
  await expectShown(page, [fields.words]);
  await page.goto("/profile");
  await expectShown(page, [name, "Firefox on Linux"]);
  await page.goto("/no-such-page/<img src=x onerror=alert(1)>");
  await expectShown(page, ["404 Page Not Found"]);
  await page.context().close();
}, 300_000);

test("admins see markup as text in tabs, dialogs and mail (X01)", async () => {
  const fields = hostileFields("markup");
  const [name = "", secondName = ""] = fields.names;
  const page = await open("ada", ADMIN_PASSWORD);
  const shownTexts = {
    users: [...fields.names, "a'{{7*7}}&#x27|$0@example.org"],
    content: [...HOSTILE, fields.location, name, secondName],
    book: [fields.title, fields.author, fields.narrator, fields.duration, ...HOSTILE],
    ebook: [fields.ebook, fields.title],
    audiobook: [fields.audiobook, fields.title],
  };
  for (const [tab, texts] of Object.entries(shownTexts)) {
    await page.goto(`/admin?tab=${tab}`);
    await expectShown(page, texts);
    await screenshot(page, `hostile-${tab}`);
    if (tab !== "users") continue;
    await press(page, `Delete ${name}`);
    await expectShown(page, [`This deletes ${name}, their posts`]);
    await press(page, "Cancel");
    await press(page, `Make ${secondName} an admin`);
    await press(page, "Make admin");
    await toast(page, `${secondName} is now an admin`);
    await press(page, `Reset Password of ${name}`);
    await press(page, "Reset password");
    await page.getByText("Next steps").waitFor();
    await expectShown(page, [name]);
    await press(page, "I've Copied the Password");
  }
  await page.goto(`/admin/months/${clubMonth()}`);
  await expectShown(page, [...HOSTILE]);
  await page.goto("/admin/months/2030-07");
  await expectShown(page, [fields.location, fields.need, secondName]);
  await screenshot(page, "hostile-month");
  await page.goto("/admin?tab=book");
  await page.getByLabel("ISBN lookup").fill(ISBN);
  await press(page, "Fetch Book Info");
  await toast(page, "Book information fetched successfully");
  await expectShown(page, [HOSTILE_LINE]);

  await page.goto("/admin?tab=ebook");
  const hostileFrame = "<iframe src='javascript:alert(1)'>";
  await page.getByLabel("eBook file", { exact: true }).setInputFiles({
    name: "'><svg onload=alert(1)>.epub",
    mimeType: "application/epub+zip",
    buffer: epub({ title: hostileFrame.replaceAll("<", "&lt;") }),
  });
  await toast(page, "eBook uploaded successfully");
  await expectShown(page, ["'><svg onload=alert(1)>.epub", hostileFrame]);

  await page.goto("/admin?tab=email");
  await press(page, "Enable Email Service");
  await toast(page, "Email service has been enabled");
  await page.getByLabel("Email address").fill("test@example.org");
  await press(page, "Send Test");
  await toast(page, "<img src=x onerror=alert(1)>");
  await press(page, "Monthly email");
  await expectShown(page, [CLUB_NAME]);
  const mail = page.frameLocator("iframe");
  await mail.getByText("<script>alert(1)</script>").first().waitFor();
  expect(await mail.locator("script, [onerror], [onload]").count()).toBe(0);
  await press(page, "Monthly email");
  await press(page, "Send Monthly Emails");
  await press(page, "Send now");
  await expectShown(page, [...fields.names, "<img src=x onerror=alert(1)>"]);
  await screenshot(page, "hostile-email");
  await page.context().close();
}, 300_000);

test("calendar, podcast and catalog show the markup as text", async () => {
  const fields = hostileFields("markup");
  const { value } = await sessionCookie(club.url, fields.names[2] ?? "", HOSTILE_PASSWORD);
  const addressOf = async (path: string) => {
    const response = await fetch(club.url + path, { method: "POST", headers: { cookie: `session=${value}` } });
    return new URL((await response.json()).url).pathname;
  };
  const fetchText = async (path: string) => (await fetch(club.url + (await addressOf(path)))).text();
  const event = new ICAL.Component(ICAL.parse(await fetchText("/api/profile/calendar"))).getFirstSubcomponent("vevent");
  expect(event?.getFirstPropertyValue("location")).toBe(fields.location);
  for (const kind of ["podcast", "opds"]) {
    const { texts } = xmlElements(await fetchText(`/api/profile/feeds/${kind}`));
    expect(texts).toContain(fields.title);
    expect(texts).toContain(fields.author);
  }
});

test("unbreakable words don't widen any page", async () => {
  const { id: bookId } = await fillClub(club, "long");
  const fields = hostileFields("long");
  const [name = ""] = fields.names;
  const member = await open(name);
  const pages = {
    "/": fields.location,
    "/ebook": fields.title,
    "/audiobook": fields.narrator,
    "/talk": fields.words,
    "/shelf": fields.title,
    [`/shelf/${bookId}`]: fields.words,
    "/recommendations": fields.nominated[0] ?? "",
    "/wines": fields.wine,
    "/profile": name,
  };
  for (const [path, text] of Object.entries(pages)) {
    await member.goto(path);
    await expectShown(member, [text]);
    await screenshot(member, `long${path.replaceAll("/", "-")}`);
    if (path !== "/audiobook") continue;
    await expectShown(member, fields.chapters);
    await lookThroughPlayer(member, fields);
    await expectShown(member, fields.chapters);
  }
  await member.goto("/read");
  await showBars(member);
  await press(member, "Bookmarks and highlights");
  await expectShown(member, [fields.words]);
  await member.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["/", `/shelf/${bookId}`, "/recommendations", "/wines", "/talk"]) {
    await member.goto(path);
    await expectShown(member, [pages[path] ?? ""]);
  }
  await member.context().close();

  const admin = await open("ada", ADMIN_PASSWORD);
  const shownTexts = {
    content: fields.location,
    book: fields.narrator,
    ebook: fields.ebook,
    audiobook: fields.audiobook,
    users: name,
    email: name,
  };
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    for (const [tab, text] of Object.entries(shownTexts)) {
      // on desktops all tabs have this layout
      if (width > 360 && tab !== "content" && tab !== "users") continue;
      await admin.goto(`/admin?tab=${tab}`);
      await expectShown(admin, [text]);
      await screenshot(admin, `long-${tab}-${width}`);
      if (tab !== "users") continue;
      await press(admin, `Delete ${name}`);
      await expectShown(admin, [`This deletes ${name}, their posts`]);
      await press(admin, "Cancel");
    }
  }
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await admin.goto("/admin/health");
    await expectShown(admin, [`changed the book '${fields.title}'`]);
    await admin.goto("/admin/months/2030-07");
    await expectShown(admin, [fields.location, fields.need]);
  }
  await admin.context().close();
}, 300_000);

test("no text opens a dialog, runs or loads anything", () => {
  expect(violations).toEqual([]);
  expect(browser.faults).toEqual([]);
});
