import type { Page } from "playwright-core";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import type { Note, Notes } from "#contract/notes.ts";

import { admin, expand, failCall, hang, member, press, respond, type Screen, steps } from "./screen.ts";

const NOTES = "**/api/books/*/notes";

/** The talk for someone halfway through; the admin has read everything. */
const talkAtHalf = respond<Notes>(NOTES, (talk) => {
  const isRead = ({ fraction }: Note) => fraction <= 0.5;
  const counts = Map.groupBy(
    talk.notes.filter((note) => !isRead(note)),
    ({ chapter }) => chapter?.index ?? null,
  );
  const aheadCounts = [...counts].map(([chapter, notes]) => ({ chapter, count: notes.length }));
  return { ...talk, reached: 0.5, notes: talk.notes.filter(isRead), ahead: aheadCounts };
});
const withOpenTalk = respond<Notes>(NOTES, (talk) => ({ ...talk, open: true }));

const onPaper = respond<object>("**/api/books/*/place", (progress) => ({
  ...progress,
  paper: { page: 143, pages: 320 },
  pagesLeft: 177,
}));

const inText = respond<object>("**/api/reading-progress?*", (saved) => ({ ...saved, fraction: 0.4, locator: null }));

/** Without a network, only with stored data. */
async function goOffline(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!/\/(?:user|club|current|notes)$/.test(path)) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), [LAST_SEEN_HEADER]: "2026-11-10T14:14:00Z" } });
  });
}

export const talkScreens: Screen[] = [
  member("talk", "/talk"),
  admin("talk halfway", "/talk", { respond: talkAtHalf }),
  admin("talk open", "/talk", { respond: withOpenTalk }),
  member("talk writing", "/talk", {
    prepare: async (page) => {
      await page.getByLabel("Your note").focus();
      await expand("Reading on paper?")(page);
      await page.getByRole("button", { name: "Save my place" }).click();
      await page.getByText(/^Saved:/).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Reply" }).first().click();
    },
  }),
  admin("talk quote", "/read", { respond: inText, prepare: quoteWords, isWindow: true }),
  admin("talk moment", "/audiobook", {
    prepare: steps(press("Note at this moment"), (page) => page.getByLabel("Your note").fill("Listen to this!")),
    isWindow: true,
  }),
  member("talk paper", "/talk", {
    respond: respond<object>("**/api/books/*/contents", (contents) => ({ ...contents, toc: [] })),
    prepare: expand("Reading on paper?"),
  }),
  admin("talk deleted", "/talk", {
    respond: respond<Notes>(NOTES, (talk) => ({
      ...talk,
      notes: talk.notes.map((note, index) => ({ ...note, mine: index === 0 })),
    })),
    prepare: press(/^Delete the note/),
  }),
  admin("talk admin", "/talk", { prepare: (page) => page.getByLabel("Your note").focus() }),
  admin("talk printed", "/talk", { isImageOnly: true, prepare: showPrinted }),
  member("talk offline", "/talk", { respond: goOffline }),
  member("talk offline unseen", "/talk", {
    respond: steps(goOffline, (page) => page.route(NOTES, (route) => route.abort())),
  }),
  member("talk loading", "/talk", { ...hang(NOTES) }),
  member("talk error", "/talk", { respond: failCall(NOTES, 503) }),
  member("home paper", "/", { respond: onPaper, prepare: press("Update") }),
  admin("home questions", "/", { prepare: expand("for the evening") }),
];

async function quoteWords(page: Page): Promise<void> {
  await page.locator("[data-bar=top]").waitFor();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Quote in the talk" }).click();
  await page.getByLabel("Your note").fill("I laughed out loud here.");
}

async function showPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
}
