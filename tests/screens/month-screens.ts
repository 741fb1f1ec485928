import type { Page } from "playwright-core";

import type { Meeting } from "#contract/meetings.ts";
import type { Notes } from "#contract/notes.ts";

import { MONTH_PAGE, replies } from "./admin-states.ts";
import { admin, choose, expand, fill, member, press, respond, type Screen, shown, steps, visitor } from "./screen.ts";

type Open = { options: { nomination: { id: number; state: string } }[] };
/** The demo's poll, closed; the first two books are ahead. */
const closedPoll = (votes: readonly number[]) =>
  respond<Open>("**/api/polls/current", (poll) => {
    const options = poll.options.map(({ nomination }, index) => ({
      nomination: { ...nomination, state: "open" },
      votes: votes[index] ?? 0,
    }));
    const mostVotes = Math.max(...votes);
    const leaderIds = options.filter((option) => option.votes === mostVotes).map(({ nomination }) => nomination.id);
    const isTie = leaderIds.length > 1;
    return { ...poll, state: "closed", options, winnerId: isTie ? null : leaderIds[0], tied: isTie ? leaderIds : [] };
  });

const linkedAnswer = {
  displayName: "Beatriz",
  date: "2026-12-02",
  time: "19:00",
  location: "Finch & Daughter Wines, the back room, 14 Mill Lane",
  bookTitle: "The Last Chapter but One",
  state: "planned",
  mine: { answer: "yes", guests: 1 },
};
const claim = {
  quantity: 3,
  left: 0,
  claims: [{ user: { id: 13, displayName: "Teo Marchetti", photoURL: null }, quantity: 3, mine: true }],
};
const askedDate = (id: number, people: readonly string[]) => ({
  id,
  date: `2026-12-0${id}`,
  time: "19:00",
  startsAt: `2026-12-0${id + 1}T00:00:00.000Z`,
  can: people.length,
  people: people.map((displayName, id) => ({ id, displayName, photoURL: null })),
  mine: false,
});
const datesMeeting = {
  dates: [askedDate(1, ["Beatriz"]), askedDate(2, ["Beatriz", "Teo Marchetti", "Ines"]), askedDate(3, [])],
  datesAnswered: 4,
  datesAnsweredBy: ["Beatriz", "Teo Marchetti", "Ines", "Oskar Lindqvist"].map((displayName, id) => ({
    id,
    displayName,
    photoURL: null,
  })),
  datesWaiting: [{ id: 12, displayName: "Oskar", photoURL: null }],
};
const answerPage = (fields: object): Pick<Screen, "setting" | "as" | "path" | "respond"> => ({
  setting: "full",
  as: "visitor",
  path: "/answer?token=1.1.x&answer=yes",
  respond: replies({ "**/api/answer*": { ...linkedAnswer, ...fields } }),
});
/** Like the server if an answer removes something. */
const refuseUnconfirmed = (page: Page) =>
  page.route("**/api/answer", (route) =>
    route.fulfill({
      status: 409,
      json: { message: "Confirm it.", errors: [{ path: "/confirm", message: "You're coming with 1 guest." }] },
    }),
  );
const openBook = (index: number) => async (page: Page) => {
  await page.locator("main a[href^='/shelf/']").nth(index).click();
  await page.getByRole("heading", { name: "What we said about it" }).waitFor();
  await page.waitForLoadState("networkidle");
};
const csvLines = [
  "Title,Author,ISBN13,Date Read,Exclusive Shelf",
  "The Moonstone,Wilkie Collins,,2017/03/12,read",
  "Dracula,Bram Stoker,,2017/05/02,read",
  "Middlemarch,George Eliot,,,to-read",
  "The Woman in White,Wilkie Collins,,,read",
].join("\n");

/** Dates whose day and month are ambiguous; two are only years. */
const UNSURE_ROWS = [
  "title,author,month",
  "The Moonstone,Wilkie Collins,5/6/2017",
  "Dracula,Bram Stoker,2016",
  "Carmilla,Sheridan Le Fanu,2015",
  "Middlemarch,George Eliot,2017-08",
].join("\n");

export const monthScreens: Screen[] = [
  { ...answerPage({}), name: "answer" },
  { ...answerPage({ mine: null }), name: "answer new" },
  { ...answerPage({}), name: "answer changed", prepare: steps(refuseUnconfirmed, press("I can't")) },
  { ...answerPage({ state: "cancelled" }), name: "answer canceled" },
  { ...answerPage({ state: "over" }), name: "answer over" },
  visitor("answer wrong", "/answer?token=1.1.x"),
  member("home coming", "/", {
    respond: respond<Meeting>("**/api/meetings/current", (meeting) => ({
      ...meeting,
      dates: [],
      mine: { answer: "yes", guests: 2 },
      needs: meeting.needs.map((need, index) => ({ ...need, ...(index === 0 && claim) })),
    })),
    prepare: expand("coming"),
  }),
  member("home dates", "/", {
    respond: respond<object>("**/api/meetings/current", (meeting) => ({ ...meeting, ...datesMeeting })),
  }),
  member("host", "/meetings/1/host", {
    respond: respond<object>("**/api/meetings/1", (meeting) => ({
      ...meeting,
      ...datesMeeting,
      dates: datesMeeting.dates.map((date) => ({ ...date, mine: true })),
      datesMine: true,
      state: "planned",
      isHost: true,
      location: "The back room, 14 Mill Lane, or https://zoom.us/j/81234567890?pwd=x",
    })),
    prepare: (page) => page.getByLabel("Location").waitFor(),
  }),
  visitor("dates", "/dates?token=1.1_1.x", {
    respond: replies({
      "**/api/dates*": {
        displayName: "Beatriz",
        meeting: { date: "", time: "", location: linkedAnswer.location },
        dates: datesMeeting.dates,
        answered: false,
      },
    }),
  }),
  member("hosts", "/hosts"),
  member("home last book", "/", {
    respond: respond<object>("**/api/meetings/current", (meeting) => ({
      ...meeting,
      bookId: 999,
      bookTitle: "A Map of Small Lamps",
    })),
  }),
  member("home canceled", "/", {
    respond: respond<object>("**/api/meetings/current", (meeting) => ({ ...meeting, state: "cancelled" })),
  }),
  member("home over", "/", {
    respond: respond<object>("**/api/meetings/current", (meeting) => ({ ...meeting, state: "over" })),
  }),
  member("home waiting", "/", {
    respond: respond<Meeting>("**/api/meetings/current", (meeting) => ({ ...meeting, dates: [] })),
    prepare: steps(
      (page) => page.context().setOffline(true),
      press("Maybe"),
      press("Add Item"),
      fill("Your item", "Figs"),
      press("Post"),
      (page) => page.getByText("Saved on this device").nth(1).waitFor(),
    ),
  }),
  member("home vote closed", "/", { respond: closedPoll([4, 3, 1, 0]) }),
  admin("admin month unanswered", MONTH_PAGE, {
    prepare: expand("answered"),
  }),
  admin("admin month cancel", MONTH_PAGE, {
    isWindow: true,
    prepare: steps(
      press("Cancel or delete this meeting"),
      (page) => page.getByRole("menuitem", { name: "Cancel meeting" }).click(),
      shown("You can restore the meeting later."),
    ),
  }),
  admin("admin month past", MONTH_PAGE, {
    isWindow: true,
    prepare: steps(
      (page) => page.getByLabel("Date", { exact: true }).first().fill("2026-01-07"),
      press("Save meeting"),
      shown("This ends the meeting"),
    ),
  }),
  admin("admin month canceled", MONTH_PAGE, {
    respond: respond<object>(/\/api\/meetings\/\d+$/, (meeting) => ({ ...meeting, state: "cancelled" })),
  }),
  member("profile calendar", "/profile#calendar", {
    respond: replies({
      "**/api/profile/calendar": { url: `https://club.example.org/calendar/${"Qk7_".repeat(11)}.ics` },
    }),
  }),
  admin("admin month mail", MONTH_PAGE, { prepare: press("Monthly email") }),
  // the browser renders only the years in the window
  member("shelf", "/shelf", { isWindow: true }),
  // the fourth has a meeting and reviews
  member("shelf book", "/shelf", { prepare: openBook(3) }),
  admin("shelf talk", "/shelf", {
    // the demo's notes are about the current book
    respond: async (page) => {
      const { id } = await (await page.request.get("/api/books/current")).json();
      const talk: Notes = await (await page.request.get(`/api/books/${id}/notes`)).json();
      await page.route("**/api/books/*/notes", (route) => route.fulfill({ json: { ...talk, open: true } }));
    },
    prepare: openBook(3),
  }),
  member("shelf current", "/shelf", { prepare: openBook(0) }),
  admin("shelf import", "/shelf", {
    prepare: steps(
      (page) => page.getByText("Add earlier books").click(),
      choose("Books file", { name: "goodreads.csv", mimeType: "text/csv", buffer: Buffer.from(csvLines) }),
      shown(/books? to add/),
    ),
  }),
  admin("shelf import asks", "/shelf", {
    prepare: steps(
      (page) => page.getByText("Add earlier books").click(),
      choose("Books file", { name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(UNSURE_ROWS) }),
      shown(/books? to add/),
    ),
  }),
  member("recommendations", "/recommendations"),
  member("recommendations nominate", "/recommendations", { prepare: press("Nominate a book") }),
  admin("recommendations result", "/recommendations", { respond: closedPoll([4, 3, 1, 0]) }),
  member("recommendations tie", "/recommendations", { respond: closedPoll([2, 2, 1, 0]) }),
  admin("recommendations edit", "/recommendations", {
    respond: steps(
      closedPoll([4, 3, 1, 0]),
      respond<{ state: string }[]>("**/api/nominations", (list) => list.map((one) => ({ ...one, state: "open" }))),
    ),
    prepare: steps(press(/^Edit/), (page) =>
      page
        .getByRole("button", { name: /^Delete/ })
        .last()
        .click(),
    ),
  }),
  member("wines", "/wines"),
  admin("wines edit", "/wines", { prepare: press(/^Edit/) }),
];
