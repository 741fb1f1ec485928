import { closedPoll, nomination, poll, shelfPage, wine } from "#tests/support/shelf-answers.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { type Api, memberApi, nora, openApp } from "#tests/support/web.tsx";

import { pickFile, press } from "./page-steps.ts";
import { testFailures } from "./test-failures.ts";

const admin: Api = { ...memberApi, "GET /api/auth/user": { ...nora, isAdmin: true } };
const book = { ...shelfPage, reviewCount: 1 };
const openShelf = (api: Api = {}) =>
  openApp("/shelf", {
    ...admin,
    "GET /api/shelf": [{ year: 2026, books: [shelfPage] }],
    "GET /api/shelf/import": { id: 2, books: 5, until: "2099-01-01T00:00:00Z" },
    ...api,
  });
const openBookPage = () => openApp("/shelf/7", { ...memberApi, "GET /api/shelf/7": book });
const votes = (api: Api = {}) =>
  openApp("/recommendations", {
    ...admin,
    "GET /api/nominations": [nomination(1, { mine: true }), nomination(2)],
    "GET /api/polls/current": null,
    ...api,
  });

testFailures({
  "GET /api/shelf": { open: openShelf },
  "GET /api/shelf/7": { open: openBookPage },
  "PUT /api/books/7/review": {
    open: openBookPage,
    types: { "A few words, if you like": "Mole for president" },
    make: "Save review",
    says: "Your review wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "DELETE /api/books/7/review": {
    open: openBookPage,
    make: "Delete review",
    says: "Your review wasn't deleted. Please try again.",
    waiting: "Deleting...",
  },
  "POST /api/shelf/import": {
    open: openShelf,
    make: () => pickFile("Books file", new File(["title,author,month"], "books.csv")),
    says: "The file couldn't be read. Please try again.",
    waiting: "Reading...",
  },
  "POST /api/shelf/import/2/undo": {
    open: openShelf,
    make: /^Undo the last import/,
    says: "The import wasn't undone. Please try again.",
  },
  "GET /api/nominations": { open: votes },
  "POST /api/books/search": {
    open: votes,
    prepare: "Nominate a book",
    types: { "Find a book": "Emma" },
    make: "Search",
    says: "The book couldn't be looked up. You can fill in the fields yourself.",
    waiting: "Searching...",
  },
  "POST /api/nominations": {
    open: votes,
    prepare: "Nominate a book",
    types: { Title: "Emma", Author: "Jane Austen" },
    make: "Nominate",
    says: "Your nomination wasn't saved. Please try again.",
    waiting: "Nominating...",
  },
  "PATCH /api/nominations/1": {
    open: votes,
    prepare: "Edit 'Book 1'",
    types: { Title: "Emma" },
    make: "Save",
    says: "Your nomination wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "DELETE /api/nominations/1": {
    open: votes,
    make: () => skippingDelay(10_000, () => press("Delete 'Book 1'")),
    says: "The nomination wasn't deleted. Please try again.",
  },
  "GET /api/polls/current": { open: votes },
  "POST /api/polls": {
    open: votes,
    make: "Open the vote",
    says: "The vote wasn't opened. Please try again.",
    waiting: "Opening...",
  },
  "PUT /api/polls/4/ballot": {
    open: () => votes({ "GET /api/polls/current": { ...poll, mine: [1] } }),
    prepare: async () => {
      const { screen, fireEvent } = await import("@testing-library/react");
      fireEvent.click(await screen.findByRole("checkbox", { name: /Book 2/ }));
    },
    make: "Save my vote",
    says: "Your vote wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "POST /api/polls/4/close": {
    open: () => votes({ "GET /api/polls/current": poll }),
    make: ["Close the vote", "Close now"],
    says: "The vote wasn't closed. Please try again.",
    waiting: "Closing...",
  },
  "POST /api/polls/4/adopt": {
    open: () => votes({ "GET /api/polls/current": closedPoll }),
    make: ["Choose Book 2", "Choose it"],
    says: "The book wasn't chosen. Please try again.",
  },
});

const openWines = (api: Api = {}) =>
  openApp("/wines", { ...memberApi, "GET /api/wines": [wine], "GET /api/shelf": [], ...api });

testFailures({
  "GET /api/wines": { open: openWines },
  "POST /api/wines": {
    open: openWines,
    prepare: "Suggest a wine",
    types: { Wine: "Chablis" },
    make: "Add wine",
    says: "Your suggestion wasn't saved. Please try again.",
    waiting: "Adding...",
  },
  "PATCH /api/wines/3": {
    open: openWines,
    prepare: "Edit 'Rioja'",
    types: { Wine: "Chablis" },
    make: "Save",
    says: "Your suggestion wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "DELETE /api/wines/3": {
    open: openWines,
    make: () => skippingDelay(10_000, () => press("Delete 'Rioja'")),
    says: "The wine wasn't deleted. Please try again.",
  },
  "PUT /api/wines/3/like": {
    open: openWines,
    make: "Like 'Rioja', 1 like",
    says: "Your like wasn't saved. Please try again.",
  },
  "DELETE /api/wines/3/like": {
    open: () => openWines({ "GET /api/wines": [{ ...wine, liked: true }] }),
    make: "Like 'Rioja', 1 like",
    says: "Your like wasn't saved. Please try again.",
  },
});

const noCopies = { lend: [], borrow: [], mine: null };
const openCopies = (copies: object) => () =>
  openApp("/shelf/7", {
    ...memberApi,
    "GET /api/shelf/7": shelfPage,
    "GET /api/books/7/notes": { reached: 0, open: true, notes: [], ahead: [] },
    "GET /api/books/7/copies": copies,
  });
const message = "That wasn't saved. Please try again.";

testFailures({
  "GET /api/books/7/copies": { open: openCopies(noCopies) },
  "PUT /api/books/7/copy": { open: openCopies(noCopies), make: "I can lend mine", says: message },
  "DELETE /api/books/7/copy": {
    open: openCopies({ ...noCopies, mine: "lend" }),
    make: "I can lend mine",
    says: message,
  },
});
