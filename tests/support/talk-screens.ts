import type { Page } from "playwright-core";

import { LAST_SEEN } from "#contract/headers.ts";
import type { Note, Notes } from "#contract/notes.ts";

import { altered, fault, press, type Screen, silence, steps } from "./screen.ts";

const member = { setting: "full", as: "member" } as const;
const admin = { setting: "full", as: "admin" } as const;

const NOTES = "**/api/books/*/notes";
const summary = (text: string) => (page: Page) => page.locator("summary", { hasText: text }).click();

/** The talk for someone halfway through; the admin has read everything. */
const halfway = altered<Notes>(NOTES, (talk) => {
  const isRead = ({ fraction }: Note) => fraction <= 0.5;
  const counts = Map.groupBy(
    talk.notes.filter((note) => !isRead(note)),
    ({ chapter }) => chapter?.index ?? null,
  );
  const ahead = [...counts].map(([chapter, notes]) => ({ chapter, count: notes.length }));
  return { ...talk, reached: 0.5, notes: talk.notes.filter(isRead), ahead };
});
const open = altered<Notes>(NOTES, (talk) => ({ ...talk, open: true }));

const onPaper = altered<object>("**/api/books/*/place", (place) => ({
  ...place,
  paper: { page: 143, pages: 320 },
  pagesLeft: 177,
}));

/** What the reader and the player pass on. */
const from = (moment: { fraction: number; quote: string; time: string }) => (page: Page) =>
  page.addInitScript((usr) => history.replaceState({ usr, key: "moment", idx: 0 }, ""), moment);

/** The club can't be reached: what the device has stored, and nothing else. */
async function offline(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!/\/(?:user|club|current|notes)$/.test(path)) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), [LAST_SEEN]: "2026-11-10T14:14:00Z" } });
  });
}

/** The talk, its forms, and its questions on Home (BEYOND 6). */
export const talkScreens: Screen[] = [
  { ...member, name: "talk", path: "/talk" },
  { ...admin, name: "talk halfway", path: "/talk", answer: halfway },
  { ...admin, name: "talk open", path: "/talk", answer: open },
  {
    ...member,
    name: "talk writing",
    path: "/talk",
    act: async (page) => {
      await summary("Write a note")(page);
      await summary("Reading on paper?")(page);
      await page.getByRole("button", { name: "Save my place" }).click();
      await page.getByText(/^Saved:/).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Reply" }).first().click();
    },
  },
  {
    ...admin,
    name: "talk quote",
    path: "/talk",
    answer: from({ fraction: 0.3, quote: "You send it, and then you run.", time: "" }),
    act: (page) => page.getByRole("option", { name: "at this passage" }).waitFor({ state: "attached" }),
  },
  {
    ...admin,
    name: "talk moment",
    path: "/talk",
    answer: from({ fraction: 0.3, quote: "", time: "2:05" }),
    act: (page) => page.getByRole("option", { name: "at 2:05" }).waitFor({ state: "attached" }),
  },
  {
    ...member,
    name: "talk paper",
    path: "/talk",
    answer: altered<object>("**/api/books/*/contents", (contents) => ({ ...contents, toc: [] })),
    act: summary("Reading on paper?"),
  },
  {
    ...member,
    name: "talk deleted",
    path: "/talk",
    answer: altered<Notes>(NOTES, (talk) => ({
      ...talk,
      notes: talk.notes.map((note, at) => ({ ...note, mine: at === 0 })),
    })),
    act: (page) =>
      page
        .getByRole("button", { name: /^Delete the note/ })
        .first()
        .click(),
  },
  { ...admin, name: "talk admin", path: "/talk", act: summary("Write a note") },
  { ...admin, name: "talk printed", isPictureOnly: true, path: "/talk", act: printed },
  { ...member, name: "talk offline", path: "/talk", answer: offline },
  {
    ...member,
    name: "talk offline unseen",
    path: "/talk",
    answer: steps(offline, (page) => page.route(NOTES, (route) => route.abort())),
  },
  { ...member, name: "talk loading", path: "/talk", answer: silence(NOTES), isWaiting: true },
  { ...member, name: "talk error", path: "/talk", answer: fault(NOTES, 503) },
  { ...member, name: "home paper", path: "/", answer: onPaper, act: press("Update") },
  { ...admin, name: "home questions", path: "/", act: summary("for the evening") },
];

async function printed(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
}
