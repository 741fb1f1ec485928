import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { expectAccessible, openBrowser, signIn } from "#tests/support/browser.ts";
import { executable } from "#tests/support/executable.ts";
import { clubAt, hasFakeClock } from "#tests/support/fake-clock.ts";
import { jsonOf } from "#tests/support/json.ts";
import { button, isPlaying, openPlayer, playFrom, untilPast } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, pressInBars, readingProgress } from "#tests/support/reader-page.ts";
import { audioChapters, bookOf, plainChapters } from "#tests/support/reading-book.ts";

const CHAPTERS = 10;
const CHAPTER_SECONDS = 120;
const folder = mkdtempSync(join(tmpdir(), "bookclub-talk-"));
const browser = await openBrowser();
beforeAll(() => executable(), 120_000);
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const startAt = (now: string) => clubAt(now, join(folder, "club"));
const phone = { width: 390, height: 780, reducedMotion: true };

/** Simulates the window becoming visible again. */
const returnToPage = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

async function setReached(page: Page, chapter: string): Promise<void> {
  await page.getByText("Reading on paper?").click();
  await page.getByLabel("I've read up to the end of").selectOption(chapter);
  await button(page, "Save my place").click();
  await page.getByText(`Saved: ${chapter}.`).waitFor();
}

async function writeNote(page: Page, text: string, chapterName?: string): Promise<void> {
  const noteField = page.getByLabel("Your note");
  await noteField.fill(text);
  if (chapterName) await page.getByLabel("About").selectOption(chapterName);
  await button(page, "Send").click();
  await page.getByRole("listitem").filter({ hasText: text }).waitFor();
}

/** Writes a note over the book or the player, then opens it. */
async function writeNoteOverBook(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your note").fill(text);
  await button(page, "Send").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The vertical position of a note on the screen. */
const getTop = async (page: Page, text: string): Promise<number> =>
  (await page.getByRole("listitem").filter({ hasText: text }).boundingBox())?.y ?? Number.NaN;

test.skipIf(!hasFakeClock)(
  "shares notes by position, and opens all after the meeting",
  async () => {
    const club = await startAt("2027-06-16T15:00:00Z");
    await club.makeAdmin();
    const bookId = await importBook(club, {
      month: "2027-06",
      ebook: bookOf({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 1500)) }),
      audio: {
        seconds: CHAPTERS * CHAPTER_SECONDS,
        chapters: audioChapters(Array.from({ length: CHAPTERS }, () => CHAPTER_SECONDS)),
      },
    });
    const ada = await callAsAdmin(club);
    await jsonOf(ada.call("POST", "/api/meetings", { date: "2027-06-16", time: "19:00", location: "The cellar" }));
    const question = { text: "Was it fair?", fraction: 0.85, kind: "question" };
    await jsonOf(ada.call("POST", `/api/books/${bookId}/notes`, question));
    for (const username of ["mia", "otto"]) await register(club, username);

    const otto = await browser.signedIn({ club }, "otto", PASSWORD);
    await otto.goto("/talk");
    await setReached(otto, "Chapter 9");
    await writeNote(otto, "The vicar did it.", "Chapter 7");
    await writeNote(otto, "A fine beginning.", "Chapter 3");
    await otto.goto("/");
    await otto.getByText("1 question for the evening").click();
    await otto.getByText("Was it fair?").waitFor();

    const mia = await browser.signedIn({ club, ...phone }, "mia", PASSWORD);
    expect(await mia.getByText("Was it fair?").count()).toBe(0);
    await mia.getByRole("link", { name: "Talk about it" }).click();
    await mia.getByText("3 notes ahead of you, in chapters 3, 7, and 9").waitFor();
    await setReached(mia, "Chapter 3");
    await mia.getByText("A fine beginning.").waitFor();
    await mia.getByText("2 notes ahead of you, in chapters 7 and 9").waitFor();
    expect(await mia.content()).not.toContain("vicar");
    await expectAccessible(mia);

    // a quote from the reader
    await mia.goto("/read");
    await chapterFrame(mia);
    await pressInBars(mia, "Contents");
    await button(mia, "Chapter 2").click();
    const frame = await chapterFrame(mia, "c2.xhtml");
    await until(
      () => readingProgress(mia, bookId),
      ({ fraction }) => Math.abs(fraction - 0.1) < 0.01,
    );
    await frame.evaluate(() => {
      const text = document.querySelector("p")?.firstChild;
      if (!text) throw new Error("No text");
      const startOffset = (text.nodeValue ?? "").indexOf("word1x5 ");
      document.getSelection()?.setBaseAndExtent(text, startOffset, text, startOffset + 15);
      document.dispatchEvent(new Event("pointerup"));
    });
    await button(mia, "Quote in the talk").click();
    await mia.getByRole("option", { name: "Chapter 2, at this passage" }).waitFor({ state: "attached" });
    expect(await mia.getByLabel("Words from the book (optional)").inputValue()).toBe("word1x5 word1x6");
    await writeNoteOverBook(mia, "So well said.");
    await mia.getByRole("link", { name: "Show in Talk" }).click();
    await mia.getByRole("listitem").filter({ hasText: "So well said." }).waitFor();

    // a note from the player, which keeps playing
    await openPlayer(mia);
    await playFrom(mia, 60);
    await button(mia, "Note at this moment").click();
    await mia.getByRole("option", { name: /^Chapter 1, at 1:0\d$/ }).waitFor({ state: "attached" });
    const playedSeconds = await untilPast(mia, 61);
    await writeNoteOverBook(mia, "What a voice!");
    await untilPast(mia, playedSeconds);
    expect(await isPlaying(mia)).toBe(true);
    await mia.getByRole("button", { name: "Pause" }).click();

    // new notes above don't move otto's scroll position, even without the browser's scroll anchoring
    await otto.setViewportSize({ width: 1280, height: 400 });
    for (const anchors of [true, false]) {
      await otto.goto("/talk");
      if (!anchors)
        await otto.evaluate(() => {
          document.documentElement.style.overflowAnchor = "none";
          CSS.supports = () => false;
        });
      await otto.getByText("The vicar did it.").scrollIntoViewIfNeeded();
      const topBefore = await getTop(otto, "The vicar did it.");
      const text = anchors ? "One more" : "And another";
      await mia.request.post(`/api/books/${bookId}/notes`, { data: { text, fraction: 0.01 } });
      await until(async () => {
        await returnToPage(otto);
        return (await otto.getByText(text).count()) > 0;
      });
      expect(Math.abs((await getTop(otto, "The vicar did it.")) - topBefore)).toBeLessThan(2);
    }
    const quotedNote = otto.getByRole("listitem").filter({ hasText: "So well said." });
    await quotedNote.getByText("word1x5 word1x6").waitFor();
    await quotedNote.getByRole("button", { name: "Reply" }).click();
    await otto.getByLabel("Your reply").fill("I underlined it, too.");
    await quotedNote.getByRole("button", { name: "Reply" }).click();
    await otto.getByText("I underlined it, too.").waitFor();

    await mia.goto("/profile");
    await mia.getByRole("link", { name: "Club (new notes in the talk)" }).click();
    await mia.getByText("I underlined it, too.").waitFor();
    await mia.getByRole("link", { name: "Club", exact: true }).waitFor();
    expect(await mia.content()).not.toContain("vicar");
    expect(browser.faults).toEqual([]);
    for (const page of [mia, otto]) await page.context().close();
    await club.stop();

    // the meeting lasts two hours
    for (const [now, isOver] of [
      ["2027-06-17T00:55:00Z", false],
      ["2027-06-17T01:00:05Z", true],
    ] as const) {
      const eveningServer = await startAt(now);
      const page = await browser.signedIn({ club: eveningServer, ...phone }, "mia", PASSWORD);
      await page.goto("/talk");
      await page.getByText("So well said.").waitFor();
      expect((await page.content()).includes("The vicar did it.")).toBe(isOver);
      expect(await page.getByText("The talk is open").isVisible()).toBe(isOver);
      await page.context().close();
      await eveningServer.stop();
    }

    const julyServer = await startAt("2027-07-02T15:00:00Z");
    const page = await browser.page({ club: julyServer });
    await signIn(page, "mia", PASSWORD);
    await page.goto(`/shelf/${bookId}`);
    for (const text of ["The vicar did it.", "Was it fair?", "What a voice!", "I underlined it, too."])
      await page.getByText(text).last().waitFor();
    await expectAccessible(page);
    expect(browser.faults).toEqual([]);
    await page.context().close();
    await julyServer.stop();
  },
  300_000,
);
