import type { Page } from "playwright-core";

import type { Meeting } from "#contract/meetings.ts";
import type { Notes } from "#contract/notes.ts";

import { answers } from "./admin-states.ts";
import { altered, choose, fill, press, type Screen, shown, steps } from "./screen.ts";

const member = { setting: "full", as: "member" } as const;
const admin = { setting: "full", as: "admin" } as const;

type Open = { options: { nomination: { id: number; state: string } }[] };
/** The demo's vote, closed; the first two books are ahead. */
const closed = (votes: readonly number[]) =>
  altered<Open>("**/api/polls/current", (poll) => {
    const options = poll.options.map(({ nomination }, index) => ({
      nomination: { ...nomination, state: "open" },
      votes: votes[index] ?? 0,
    }));
    const most = Math.max(...votes);
    const first = options.filter((option) => option.votes === most).map(({ nomination }) => nomination.id);
    const isTie = first.length > 1;
    return { ...poll, state: "closed", options, winnerId: isTie ? null : first[0], tied: isTie ? first : [] };
  });

const linked = {
  displayName: "Beatriz",
  date: "2026-12-02",
  time: "19:00",
  location: "Finch & Daughter Wines, the back room, 14 Mill Lane",
  bookTitle: "The Last Chapter but One",
  state: "planned",
  mine: { answer: "yes", guests: 1 },
};
/** A need that the caller claimed in full. */
const claimed = {
  quantity: 3,
  left: 0,
  claims: [{ user: { displayName: "Teo Marchetti", photoURL: null }, quantity: 3, mine: true }],
};
const askedDate = (id: number, people: readonly string[]) => ({
  id,
  date: `2026-12-0${id}`,
  time: "19:00",
  startsAt: `2026-12-0${id + 1}T00:00:00.000Z`,
  can: people.length,
  people: people.map((displayName) => ({ displayName, photoURL: null })),
  mine: false,
});
/** A meeting that asks for its date. */
const asked = {
  dates: [askedDate(1, ["Beatriz"]), askedDate(2, ["Beatriz", "Teo Marchetti", "Ines"]), askedDate(3, [])],
  datesAnswered: 4,
  datesWaiting: [{ displayName: "Oskar", photoURL: null }],
};
const answerPage = (more: object): Pick<Screen, "setting" | "as" | "path" | "answer"> => ({
  setting: "full",
  as: "visitor",
  path: "/answer?token=1.1.x&answer=yes",
  answer: answers({ "**/api/answer*": { ...linked, ...more } }),
});
const openBook = (index: number) => async (page: Page) => {
  await page.locator("main a[href^='/shelf/']").nth(index).click();
  await page.getByRole("heading", { name: "What we said about it" }).waitFor();
  await page.waitForLoadState("networkidle");
};
const goodreads = [
  "Title,Author,ISBN13,Date Read,Exclusive Shelf",
  "The Moonstone,Wilkie Collins,,2017/03/12,read",
  "Dracula,Bram Stoker,,2017/05/02,read",
  "Middlemarch,George Eliot,,,to-read",
  "The Woman in White,Wilkie Collins,,,read",
].join("\n");

/** Nothing in it tells the day from the month, and two dates are only a year. */
const UNSURE = [
  "title,author,month",
  "The Moonstone,Wilkie Collins,5/6/2017",
  "Dracula,Bram Stoker,2016",
  "Carmilla,Sheridan Le Fanu,2015",
  "Middlemarch,George Eliot,2017-08",
].join("\n");

/** The month, the shelf, votes and wines (BEYOND 1 to 4). */
export const monthScreens: Screen[] = [
  { ...answerPage({}), name: "answer" },
  { ...answerPage({ mine: null }), name: "answer new" },
  { ...answerPage({ state: "cancelled" }), name: "answer canceled" },
  { ...answerPage({ state: "over" }), name: "answer over" },
  { setting: "full", as: "visitor", name: "answer wrong", path: "/answer?token=1.1.x" },
  {
    ...member,
    name: "home coming",
    path: "/",
    answer: altered<Meeting>("**/api/meetings/current", (meeting) => ({
      ...meeting,
      mine: { answer: "yes", guests: 2 },
      needs: meeting.needs.map((need, at) => ({ ...need, ...(at === 0 && claimed) })),
    })),
    act: (page) => page.locator("summary", { hasText: "coming" }).click(),
  },
  {
    ...member,
    name: "home dates",
    path: "/",
    answer: altered<object>("**/api/meetings/current", (meeting) => ({ ...meeting, ...asked })),
  },
  {
    ...member,
    name: "home host",
    path: "/",
    answer: altered<object>("**/api/meetings/current", (meeting) => ({
      ...meeting,
      ...asked,
      dates: asked.dates.map((date) => ({ ...date, mine: true })),
      datesMine: true,
      isHost: true,
      location: "The back room, 14 Mill Lane, or https://zoom.us/j/81234567890?pwd=x",
    })),
    act: steps(
      (page) => page.locator("summary", { hasText: "Choose the date" }).click(),
      (page) => page.locator("summary", { hasText: "You're hosting" }).click(),
      (page) => page.getByLabel("Location").waitFor(),
    ),
  },
  {
    setting: "full",
    as: "visitor",
    name: "dates",
    path: "/dates?token=1.1_1.x",
    answer: answers({
      "**/api/dates*": {
        displayName: "Beatriz",
        meeting: { date: "", time: "", location: linked.location },
        dates: asked.dates,
        answered: false,
      },
    }),
  },
  { ...member, name: "hosts", path: "/hosts" },
  {
    ...member,
    name: "home last book",
    path: "/",
    answer: altered<object>("**/api/meetings/current", (meeting) => ({
      ...meeting,
      bookId: 999,
      bookTitle: "A Map of Small Lamps",
    })),
  },
  {
    ...member,
    name: "home canceled",
    path: "/",
    answer: altered<object>("**/api/meetings/current", (meeting) => ({ ...meeting, state: "cancelled" })),
  },
  {
    ...member,
    name: "home over",
    path: "/",
    answer: altered<object>("**/api/meetings/current", (meeting) => ({ ...meeting, state: "over" })),
  },
  {
    ...member,
    name: "home waiting",
    path: "/",
    act: steps(
      (page) => page.context().setOffline(true),
      press("Maybe"),
      press("Add Item"),
      fill("Your item", "Figs"),
      press("Post"),
      (page) => page.getByText("Saved on this device").nth(1).waitFor(),
    ),
  },
  { ...member, name: "home vote closed", path: "/", answer: closed([4, 3, 1, 0]) },
  {
    ...admin,
    name: "admin month unanswered",
    path: thisMonth(),
    act: (page) => page.locator("summary", { hasText: "answered" }).click(),
  },
  {
    ...admin,
    name: "admin month cancel",
    path: thisMonth(),
    isWindow: true,
    act: steps(press("Cancel meeting"), shown("You can restore the meeting later.")),
  },
  {
    ...admin,
    name: "admin month past",
    path: thisMonth(),
    isWindow: true,
    act: steps(
      (page) => page.getByLabel("Date", { exact: true }).first().fill("2026-01-07"),
      press("Save meeting"),
      shown("This ends the meeting"),
    ),
  },
  {
    ...admin,
    name: "admin month canceled",
    path: thisMonth(),
    answer: altered<object>(/\/api\/meetings\/\d+$/, (meeting) => ({ ...meeting, state: "cancelled" })),
  },
  {
    ...member,
    name: "profile calendar",
    path: "/profile",
    answer: answers({
      "**/api/profile/calendar": { url: `https://club.example.org/calendar/${"Qk7_".repeat(11)}.ics` },
    }),
  },
  { ...admin, name: "admin month mail", path: thisMonth(), act: press("Monthly email") },
  // the browser draws only the years in the window
  { ...member, name: "shelf", path: "/shelf", isWindow: true },
  // the fourth has an evening and reviews
  { ...member, name: "shelf book", path: "/shelf", act: openBook(3) },
  {
    ...admin,
    name: "shelf talk",
    path: "/shelf",
    // the demo's notes are about the current book
    answer: async (page) => {
      const { id } = await (await page.request.get("/api/books/current")).json();
      const talk: Notes = await (await page.request.get(`/api/books/${id}/notes`)).json();
      await page.route("**/api/books/*/notes", (route) => route.fulfill({ json: { ...talk, open: true } }));
    },
    act: openBook(3),
  },
  { ...member, name: "shelf current", path: "/shelf", act: openBook(0) },
  {
    ...admin,
    name: "shelf import",
    path: "/shelf",
    act: steps(
      (page) => page.getByText("Add earlier books").click(),
      choose("Books file", { name: "goodreads.csv", mimeType: "text/csv", buffer: Buffer.from(goodreads) }),
      shown(/books? to add/),
    ),
  },
  {
    ...admin,
    name: "shelf import asks",
    path: "/shelf",
    act: steps(
      (page) => page.getByText("Add earlier books").click(),
      choose("Books file", { name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(UNSURE) }),
      shown(/books? to add/),
    ),
  },
  { ...member, name: "recommendations", path: "/recommendations" },
  { ...member, name: "recommendations nominate", path: "/recommendations", act: press("Nominate a book") },
  { ...admin, name: "recommendations result", path: "/recommendations", answer: closed([4, 3, 1, 0]) },
  { ...member, name: "recommendations tie", path: "/recommendations", answer: closed([2, 2, 1, 0]) },
  {
    ...admin,
    name: "recommendations edit",
    path: "/recommendations",
    answer: steps(
      closed([4, 3, 1, 0]),
      altered<{ state: string }[]>("**/api/nominations", (all) => all.map((one) => ({ ...one, state: "open" }))),
    ),
    act: steps(
      (page) => page.getByRole("button", { name: /^Edit/ }).first().click(),
      (page) =>
        page
          .getByRole("button", { name: /^Delete/ })
          .last()
          .click(),
    ),
  },
  { ...member, name: "wines", path: "/wines" },
  {
    ...admin,
    name: "wines edit",
    path: "/wines",
    act: (page) => page.getByRole("button", { name: /^Edit/ }).first().click(),
  },
];

function thisMonth(): string {
  return `/admin/months/${new Date().toISOString().slice(0, 7)}`;
}
