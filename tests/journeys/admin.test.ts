import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { png } from "#tests/support/images.ts";
import { googleBook, openLibraryBook, startIsbnServices } from "#tests/support/isbn-services.ts";
import { m4b } from "#tests/support/m4b.ts";
import { button, currentTime, isPlaying, openPlayer, seek } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";

const ISBN = "9780141439587";
const PASSWORD = "a glass of sherry";

let club: RunningClub;
let image: Buffer;
const services = startIsbnServices({
  "/api/books": () => Response.json(openLibraryBook(ISBN, `${services.url}/cover/1-L.jpg`)),
  "/volumes": googleBook(),
  "/cover": () => new Response(new Uint8Array(image)),
});
/** The last test removes the audiobook that another page has open. */
const browser = await openBrowser({ provoked: /Failed to play the audiobook/ });

beforeAll(async () => {
  image = Buffer.from(await png());
  club = await startClub({ environment: { LOG_LEVEL: "warn", ...services.environment } });
});
afterAll(async () => {
  await browser.close();
  await club.stop();
  await services.stop();
});

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const admin = () => browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
const choose = (page: Page, label: string, payload: ReturnType<typeof file>) =>
  page.getByLabel(label, { exact: true }).setInputFiles(payload);
const close = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

test("sets up a month, and invites a member who reads and plays it", async () => {
  const page = await browser.page({ club });
  await page.goto(/https?:\S+\/auth\?setup=\S+/.exec(club.output())?.[0] ?? "");
  await page.getByLabel("Username").fill("ada");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Create admin account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Admin" }).click();

  await page.getByLabel("Welcome Message").fill("Welcome, all of you.\n\nPour yourself a glass.");
  await page.getByLabel("President's Message").fill("Bring a passage that you would read aloud.");
  await page.getByLabel("Meeting Date").fill("2030-07-18");
  await page.getByLabel("Meeting Time").fill("19:00");
  await page.getByLabel("Meeting Location").fill("14 Willow Street");
  await page.getByRole("button", { name: "Save Content" }).click();
  await toast(page, "Content updated successfully");

  await tab(page, "Book Info");
  await page.getByLabel("ISBN lookup").fill("978-0-14-143958-7");
  await page.getByRole("button", { name: "Fetch Book Info" }).click();
  await toast(page, "Book information fetched successfully");
  expect(await page.getByLabel("Title").inputValue()).toBe("Emma: A novel");
  expect(await page.getByLabel("Synopsis").inputValue()).toContain("She meddles.");
  await page.getByRole("button", { name: "Create New Book" }).click();
  await toast(page, "New book created successfully");
  await page.getByRole("button", { name: "Save Book Information" }).waitFor();
  const coverSrc = await page.getByAltText("Cover of Emma: A novel").getAttribute("src");
  await choose(page, "Cover file", { ...file("cover.png", Buffer.from(await png(80, 120))), mimeType: "image/png" });
  await toast(page, "Cover uploaded successfully");
  await page.locator(`img[alt="Cover of Emma: A novel"]:not([src="${coverSrc}"])`).waitFor();

  await tab(page, "eBook Files");
  await choose(page, "eBook file", file("emma.epub", epub({ title: "Emma: A novel", author: "Jane Austen" })));
  await toast(page, "eBook uploaded successfully");
  await tab(page, "Audiobook Files");
  await choose(page, "Audiobook file", file("emma.m4b", m4b({ narrator: "Ann Lee", seconds: 3000 })));
  await toast(page, "Audiobook uploaded successfully");
  await page.getByLabel("Narrator: Ann Lee").waitFor();
  await screenshot(page, "admin-offer");
  await page.getByRole("button", { name: "Use it" }).click();
  await toast(page, "Book updated successfully");

  await tab(page, "User Management");
  await page.getByRole("button", { name: "Invite someone" }).click();
  const link = await page.getByText(/\/auth\?invite=/).textContent();
  const member = await browser.page({ club });
  await member.goto(link ?? "");
  await member.getByLabel("Username").fill("nora");
  await member.getByLabel("Email").fill("nora@example.org");
  await member.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await member.getByRole("button", { name: "Register", exact: true }).click();
  await member.waitForURL((url) => url.pathname === "/");

  for (const text of ["Pour yourself a glass.", "Bring a passage that you would read aloud.", "July 18, 2030"])
    await member.getByText(text).first().waitFor();
  await member.getByAltText("Cover of Emma: A novel").first().waitFor();
  await member.goto("/ebook");
  const download = member.waitForEvent("download");
  await member.getByRole("button", { name: "Download eBook" }).click();
  expect((await download).suggestedFilename()).toEndWith(".epub");
  await openPlayer(member);
  await member.getByText("Ann Lee").first().waitFor();
  await button(member, "Play").click();
  await until(
    () => currentTime(member),
    (seconds) => seconds > 1,
  );

  await page.reload();
  await page.getByText("Invitations so far: 1").click();
  await page.getByText("Joined: nora").waitFor();
  await page.goto("/admin/health");
  await page.getByText("ada uploaded the audiobook of 'Emma: A novel'").waitFor();
  await close(page, member);
});

atNight("replaces the audiobook without interrupting a listener", async () => {
  const [page, member] = [await admin(), await browser.signedIn({ club }, "nora", PASSWORD)];
  await openPlayer(member);
  await button(member, "Play").click();
  await page.goto("/admin?tab=audiobook");
  await page.getByRole("button", { name: "Replace audiobook" }).waitFor();
  await choose(page, "Audiobook file", file("emma again.m4b", m4b({ narrator: "Bea Low", seconds: 600 })));
  await toast(page, "Audiobook uploaded successfully");
  await page.getByText("emma again.m4b").waitFor();

  await seek(member, 2500);
  await until(
    () => currentTime(member),
    (seconds) => seconds > 2501,
  );
  expect(await isPlaying(member)).toBe(true);
  await member.reload();
  await openPlayer(member);
  await member.getByText("10:00").first().waitFor();
  await close(page, member);
});

atNight("removes files for members once the removal is saved (B06)", async () => {
  const [page, member] = [await admin(), await browser.signedIn({ club }, "nora", PASSWORD)];
  const save = () => page.getByRole("button", { name: "Save Book Information" }).click();
  for (const kind of ["eBook", "audiobook"]) {
    const call = `/api/download/${kind.toLowerCase()}/1`;
    const getStatus = () => member.evaluate(async (call) => (await fetch(call)).status, call);
    await page.goto(`/admin?tab=${kind.toLowerCase()}`);
    await page.getByRole("button", { name: `Remove ${kind}` }).click();
    expect(await getStatus()).toBe(200);
    await save();
    await page.getByText(`This book has no ${kind} yet.`).waitFor();
    expect(await getStatus()).toBe(404);
    await page.reload();
    await page.getByText(`This book has no ${kind} yet.`).waitFor();
    await member.goto(`/${kind.toLowerCase()}`);
    const download = member.getByRole("button", { name: kind === "eBook" ? "Download eBook" : "Download Audiobook" });
    expect(await download.isDisabled()).toBe(true);
  }

  const getCovers = async () => {
    await member.goto("/");
    await member.getByRole("heading", { name: "Emma: A novel" }).first().waitFor();
    return member.locator('img[src^="/api/covers/"]').count();
  };
  await page.goto("/admin?tab=book");
  await page.getByRole("button", { name: "Remove cover" }).click();
  expect(await getCovers()).toBeGreaterThan(0);
  await save();
  await toast(page, "Book updated successfully");
  expect(await getCovers()).toBe(0);
  await close(page, member);
});

atNight("signs the member out by a reset, then asks for a new one", async () => {
  const [page, member] = [await admin(), await browser.signedIn({ club }, "nora", PASSWORD)];
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin?tab=users");
  await page.getByRole("button", { name: "Reset Password of nora" }).click();
  await page.getByRole("button", { name: "Reset password", exact: true }).click();
  await toast(page, "Password Reset Successful");
  const modal = page.getByRole("dialog", { name: "Password Reset Successful" });
  await modal.getByText("Next steps").waitFor();
  await expectAccessible(page);
  await screenshot(page, "admin-password");
  await modal.getByRole("button", { name: "Copy", exact: true }).click();
  await toast(page, "Password copied to clipboard");
  const password = await page.evaluate(() => navigator.clipboard.readText());
  expect(password).toHaveLength(20);
  await modal.getByRole("button", { name: "I've Copied the Password" }).click();
  await modal.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(password);

  await member.reload();
  await member.waitForURL((url) => url.pathname === "/auth");
  await member.getByLabel("Username").fill("nora");
  await member.getByLabel("Password", { exact: true }).fill(password);
  await member.getByRole("button", { name: "Login", exact: true }).click();
  await member.getByText("You signed in with a temporary password").waitFor();
  await close(page, member);
});

test("asks before Back discards unsaved text", async () => {
  const page = await admin();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "eBook" }).click();
  await page.getByRole("link", { name: "Admin" }).click();
  const field = page.getByLabel("Welcome Message");
  await field.fill("Half a sentence");
  await page.getByText("Not saved yet").waitFor();
  await page.goBack();
  await page.getByText("Leave without saving?").waitFor();
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(new URL(page.url()).pathname).toBe("/admin");
  expect(await field.inputValue()).toBe("Half a sentence");
  await page.goBack();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL((url) => url.pathname === "/ebook");
  await close(page);
});

test("reports no exception, console error or policy violation", () => {
  expect(browser.faults).toEqual([]);
});
