import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { expectAccessible } from "#tests/support/browser.ts";
import { jsonOf } from "#tests/support/json.ts";
import { hasFocus, pressKey, tabTo } from "#tests/support/keyboard.ts";
import { until } from "#tests/support/poll-until.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const { browser, club, bookId } = await startReaderClub({
  ebook: bookOf({ chapters: plainChapters([300, 300, 300, 300]) }),
});
const ada = await callAsAdmin(club);
const question = { text: "Was it fair? https://example.org", fraction: 0, kind: "question" };
await jsonOf(ada.call("POST", `/api/books/${bookId}/notes`, question));
await register(club, "mia", "Mia");

async function openTalk(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await browser.page({ club, reducedMotion: true });
  await page.context().addCookies([await sessionCookie(club.url, "mia", PASSWORD)]);
  await prepare?.(page);
  await page.goto("/talk");
  await page.getByRole("region", { name: "Chapter 1" }).waitFor();
  return page;
}

/** A screen reader's announcement in a live region. */
const untilAnnounced = (page: Page, text: string | RegExp) =>
  page.locator("output, [role=status], [role=alert], [aria-live=polite]").getByText(text).first().waitFor();

test("writes, loves, replies, edits and undoes by keyboard", async () => {
  const page = await openTalk();
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
  await page.keyboard.press("Tab");
  expect(await hasFocus(page.getByRole("link", { name: "Skip to the page" }))).toBe(true);
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByRole("textbox", { name: "Your note" }));
  await page.keyboard.type("A slow start");
  await pressKey(page, button("Send"));
  await untilAnnounced(page, "Your note has been added");
  const note = page
    .getByRole("region", { name: "Chapter 1" })
    .getByRole("listitem")
    .filter({ hasText: "A slow start" });
  await note.waitFor();
  await until(() => hasFocus(note));

  const heartButton = note.getByRole("button", { name: /^Heart/ });
  await pressKey(page, heartButton, "Space");
  await note.getByRole("button", { name: "Heart, 1 heart", pressed: true }).waitFor();
  await until(() => hasFocus(heartButton));

  await pressKey(page, note.getByRole("button", { name: "Reply", exact: true }));
  expect(await hasFocus(page.getByRole("textbox", { name: "Your reply" }))).toBe(true);
  await page.keyboard.type("It gets better");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await untilAnnounced(page, "Your reply has been added");
  await note.getByRole("list", { name: "1 reply" }).getByText("It gets better").waitFor();
  await until(() => hasFocus(note.getByRole("button")));

  await pressKey(page, button("Edit the note 'A slow start'"));
  expect(await hasFocus(page.getByRole("textbox", { name: "Your note" }))).toBe(true);
  await page.keyboard.press("End");
  await page.keyboard.type(", but a start");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await note.getByText("A slow start, but a start").waitFor();
  await note.getByText("edited").waitFor();
  await until(() => hasFocus(note.getByRole("button")));

  await pressKey(page, button("Delete the note 'A slow start, but a start'"));
  await untilAnnounced(page, "Deleted");
  expect(await hasFocus(button("Undo"))).toBe(true);
  await page.keyboard.press("Enter");
  await note.waitFor();
  await until(() => hasFocus(page.getByRole("listitem").getByRole("button")));

  const ariaTree = (await page.locator("main").ariaSnapshot()).replaceAll(/time: .*/g, "time: today");
  expect(ariaTree).toMatchInlineSnapshot(`
    "- main:
      - navigation "Club":
        - list:
          - listitem:
            - link "Talk":
              - /url: /talk
          - listitem:
            - link "Shelf":
              - /url: /shelf
          - listitem:
            - link "Next book":
              - /url: /recommendations
          - listitem:
            - link "Wines":
              - /url: /wines
          - listitem:
            - link "Hosts":
              - /url: /hosts
      - heading "Talk" [level=1]
      - paragraph: Notes on this month's book. Until the meeting, you see them as far as you've read.
      - text: Your note
      - textbox "Your note":
        - /placeholder: Write a note
      - text: Words from the book (optional)
      - textbox "Words from the book (optional)"
      - text: About
      - combobox "About":
        - option "Where I am now" [selected]
        - option "Chapter 1"
      - paragraph: Only members who've gotten this far can read it.
      - button "Send"
      - group:
        - heading "Reading on paper?" [level=2]
      - region "Chapter 1":
        - heading "Chapter 1" [level=2]
        - list:
          - listitem:
            - paragraph:
              - text: ada
              - time: today
            - text: For the evening
            - paragraph:
              - text: Was it fair?
              - link "https://example.org":
                - /url: https://example.org
            - button "Heart, 0 hearts"
            - button "Reply"
          - listitem:
            - paragraph:
              - text: Mia
              - time: today
              - text: edited
            - paragraph: A slow start, but a start
            - button "Heart, 1 heart" [pressed]: "1"
            - button "Reply"
            - button "Edit the note 'A slow start, but a start'"
            - button "Delete the note 'A slow start, but a start'"
            - list "1 reply":
              - listitem:
                - paragraph:
                  - text: Mia
                  - time: today
                - paragraph: It gets better
                - button "Edit the reply 'It gets better'"
                - button "Delete the reply 'It gets better'"
      - paragraph: You're at the beginning
      - button "Print for the evening""
  `);
  await expectAccessible(page);
  await page.context().close();
}, 300_000);

test("sets a paper position by keyboard, and undoes it", async () => {
  const page = await openTalk();
  const undoButton = page.getByRole("button", { name: "Undo" });
  await pressKey(page, page.locator("summary", { hasText: "Reading on paper?" }));
  await tabTo(page, page.getByRole("combobox", { name: "I've read up to the end of" }));
  await page.keyboard.press("ArrowDown");
  await pressKey(page, page.getByRole("button", { name: "Save my place" }));
  await untilAnnounced(page, /^Saved: Chapter 2\./);
  await page.getByText("You're here: Chapter 2").waitFor();
  await pressKey(page, undoButton);
  await undoButton.waitFor({ state: "detached" });
  await page.getByText("You're at the beginning").waitFor();
  await page.context().close();

  // without contents, by page only
  const otherPage = await openTalk((page) =>
    page.route("**/api/books/*/contents", async (route) => {
      const contents: object = await (await route.fetch()).json();
      await route.fulfill({ json: { ...contents, toc: [] } });
    }),
  );
  await pressKey(otherPage, otherPage.locator("summary", { hasText: "Reading on paper?" }));
  await tabTo(otherPage, otherPage.getByRole("textbox", { name: "I'm on page" }));
  await otherPage.keyboard.type("11");
  await tabTo(otherPage, otherPage.getByRole("textbox", { name: "of how many pages" }));
  await otherPage.keyboard.type("100");
  await pressKey(otherPage, otherPage.getByRole("button", { name: "Save my page" }));
  await untilAnnounced(otherPage, /^Saved: page 11 of 100\./);
  await expectAccessible(otherPage);
  await otherPage.context().close();
  expect(browser.faults).toEqual([]);
}, 300_000);

test("shows Send above a phone's tabs when the form opens", async () => {
  const page = await openTalk((page) => page.setViewportSize({ width: 360, height: 740 }));
  await page.getByLabel("Your note").focus();
  const tabsBox = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  await until(async () => {
    const sendBox = await page.getByRole("button", { name: "Send" }).boundingBox();
    return sendBox && tabsBox && sendBox.y + sendBox.height <= tabsBox.y;
  });
  await page.context().close();
});

test("leaving the page deletes at once what could still be undone", async () => {
  const page = await openTalk();
  const { id } = await (
    await page.request.post(`/api/books/${bookId}/notes`, { data: { text: "Never mind", fraction: 0 } })
  ).json();
  await page.reload();
  await page.getByRole("button", { name: "Delete the note 'Never mind'" }).click();
  await page.getByText("Deleted").waitFor();
  const texts = async () =>
    (await (await page.request.get(`/api/books/${bookId}/notes`)).text()).includes("Never mind");
  expect(await texts()).toBe(true);
  await page.goto("about:blank");
  await until(async () => !(await texts()));
  expect((await page.request.delete(`/api/notes/${id}`)).status()).toBe(404);
  await page.context().close();
});

test("prints questions first, then notes, without controls", async () => {
  const page = await openTalk((page) => page.addInitScript(() => (window.print = () => (document.title = "printed"))));
  await pressKey(page, page.getByRole("button", { name: "Print for the evening" }));
  expect(await page.title()).toBe("printed");
  await page.emulateMedia({ media: "print" });
  const printedText = await page.locator("body").innerText();
  expect(printedText).toMatch(
    /The Long Table\s+by A\. Vintner\s+Questions for the evening\s+Was it fair\?[^]*A slow start/,
  );
  for (const text of ["Reply", "You're here", "Print for the evening", "Privacy"])
    expect(printedText).not.toContain(text);
  // the dark theme's colors would be pale on paper
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const colors = await page.evaluate(() => {
    const colorOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body).color;
    return [colorOf("main li a"), colorOf("main li p")];
  });
  expect(colors[0]).toBe(colors[1]);
  await page.context().close();
});
