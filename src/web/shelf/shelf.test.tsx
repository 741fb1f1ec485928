import { describe, expect, test } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import type { ShelfBook } from "#contract/shelf.ts";
import { shelfPage } from "#tests/support/shelf-answers.ts";
import { json, memberApi, nora, openApp, stored } from "#tests/support/web.tsx";
import { unsavedAtom } from "#web/state/unsaved.ts";

import { summarizeYear, summaryLines } from "./year-image.ts";

test("says that a book doesn't exist, without offering a retry", async () => {
  openApp("/shelf/999", { ...memberApi, "GET /api/shelf/999": () => json({ message: "There is no such book." }, 404) });
  expect(await screen.findByText("There is no such book.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" }) === null).toBe(true);
});

describe("the shelf", () => {
  test("has the books by year with their evenings", async () => {
    const evening = { place: "Mia's, or https://zoom.us/j/1?pwd=2", came: 9, wines: ["Rioja"] };
    const book = { ...shelfPage, metOn: "2026-01-31", evening, rating: { average: 4.25, count: 4 } };
    openApp("/shelf", { ...memberApi, "GET /api/shelf": [{ year: 2026, books: [book] }] });
    expect(await screen.findByText("Jan 31, Mia's, online, 9 came, Rioja")).toBeTruthy();
    expect(screen.getByRole("img", { name: "4.3 out of 5 stars" })).toBeTruthy();
    expect(screen.getAllByRole("link", { name: /Wind in the Willows/ })[0]?.getAttribute("href")).toBe("/shelf/7");
    expect(screen.queryByText("Add earlier books")).toBeNull();
  });

  test("opens the newest year, and finds a book in all years", async () => {
    const createPage = (id: number, title: string, month: string) => ({ ...shelfPage, id, title, month });
    const { user } = openApp("/shelf", {
      ...memberApi,
      "GET /api/shelf": [
        { year: 2024, books: [createPage(1, "Emma", "2024-03")] },
        { year: 2023, books: [createPage(2, "Les Misérables", "2023-04"), createPage(3, "Dracula", "2023-02")] },
      ],
    });
    const listShownBooks = () =>
      [...document.querySelectorAll("main a[href^='/shelf/']")].map((link) => link.getAttribute("href"));
    await waitFor(() => expect(listShownBooks()).toEqual(["/shelf/1"]));
    await user.click(screen.getByRole("heading", { name: "2023 2 books" }));
    await waitFor(() => expect(listShownBooks()).toEqual(["/shelf/1", "/shelf/2", "/shelf/3"]));
    const search = screen.getByLabelText("Find a book");
    await user.type(search, "miser");
    await waitFor(() => expect(listShownBooks()).toEqual(["/shelf/2"]));
    expect(screen.getByText("April 2023")).toBeTruthy();
    await user.type(search, "x");
    expect(await screen.findByText("No book matches.")).toBeTruthy();
    await user.clear(search);
    await waitFor(() => expect(listShownBooks()).toHaveLength(3));
  });

  test("loads the newest covers at once, the others when near", async () => {
    const coverUrl = (letter: string) => `/api/covers/${letter.repeat(64)}.webp`;
    const createBooks = (letter: string) =>
      Array.from({ length: 7 }, (_, id) => ({
        ...shelfPage,
        id,
        title: `Book ${letter}${id}`,
        coverImage: coverUrl(letter),
      }));
    const years = [
      { year: 2026, books: createBooks("a") },
      { year: 2025, books: createBooks("b") },
    ];
    const { user } = openApp("/shelf", { ...memberApi, "GET /api/shelf": years });
    await user.click(await screen.findByRole("heading", { name: /^2025/ }));
    const findCover = async (name: string) => await screen.findByAltText<HTMLImageElement>(`Cover of ${name}`);
    expect((await findCover("Book a0")).getAttribute("src")).toBe(`/api/covers/small/${"a".repeat(64)}.webp`);
    for (const [name, expectedLoading] of [
      ["Book a0", "eager"],
      ["Book a5", "eager"],
      ["Book a6", "lazy"],
      ["Book b0", "lazy"],
    ] as const)
      expect([name, (await findCover(name)).getAttribute("loading")]).toEqual([name, expectedLoading]);
  });

  test("shows what an import would do before it's done", async () => {
    const addedBooks = [{ line: 2, title: "Emma", author: "Jane Austen", month: "2018-05" }];
    const importPlan = { add: addedBooks, skip: [{ line: 3, reason: "Never read" }], leftOut: [], asks: [] };
    const { calls, user } = openApp("/shelf", {
      ...memberApi,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/shelf": [],
      "GET /api/shelf/import": null,
      "POST /api/shelf/import": (_body: unknown, _init: RequestInit, query: URLSearchParams) =>
        query.has("dryRun") ? importPlan : json({ id: 1, ...importPlan }, 201),
    });
    await user.click(await screen.findByText("Add earlier books"));
    await user.upload(screen.getByLabelText("Books file"), new File(["x"], "books.csv"));
    expect(await screen.findByText("1 book to add, 1 line to skip")).toBeTruthy();
    expect(screen.getByText("Never read")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Import 1 book" }));
    expect(await screen.findByText("1 book added to the shelf.")).toBeTruthy();
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  test("asks the admin about unclear dates, and previews again", async () => {
    const ambiguities = [
      { about: "day-first", example: "5/6/2018", lines: [2] },
      { about: "year-only", example: "2017", lines: [3] },
    ];
    const importPlan = { add: [], skip: [{ line: 2, reason: "May or June" }], leftOut: [], asks: ambiguities };
    const importResult = { add: [{ line: 2, title: "Emma", author: "Jane Austen", month: "2018-06" }], skip: [] };
    const leftOut = [{ line: 2, what: "The ISBN “12” doesn't have 10 or 13 digits" }];
    const queries: string[] = [];
    const { user } = openApp("/shelf", {
      ...memberApi,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/shelf": [],
      "GET /api/shelf/import": null,
      "POST /api/shelf/import": (_body: unknown, _init: RequestInit, query: URLSearchParams) => {
        queries.push(query.toString());
        if (query.has("yearOnly")) return { ...importResult, leftOut, asks: [] };
        return query.has("dayFirst") ? { ...importPlan, asks: ambiguities.slice(1) } : importPlan;
      },
    });
    await user.click(await screen.findByText("Add earlier books"));
    await user.upload(screen.getByLabelText("Books file"), new File(["x"], "books.csv"));
    expect(await screen.findByText("“5/6/2018”, for example, in line 2.")).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "The day" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "The day" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "January" }));
    expect(await screen.findByText("1 book to add, 0 lines to skip")).toBeTruthy();
    expect(screen.getByText("Left out")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Import 1 book" }));
    await waitFor(() => expect(queries).toHaveLength(4));
    expect(queries).toEqual([
      "dryRun=true",
      "dryRun=true&dayFirst=true",
      "dryRun=true&dayFirst=true&yearOnly=january",
      "dayFirst=true&yearOnly=january",
    ]);
  });

  test("undoes the last import, and names the books that stay", async () => {
    const { calls, user } = openApp("/shelf", {
      ...memberApi,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/shelf": [],
      "GET /api/shelf/import": { id: 3, books: 2, until: "2026-01-21T17:00:00.000Z" },
      "POST /api/shelf/import/3/undo": { removed: 1, kept: [{ id: 9, title: "Emma" }] },
    });
    await user.click(await screen.findByText("Add earlier books"));
    await user.click(await screen.findByRole("button", { name: /^Undo the last import \(2 books, until / }));
    expect(await screen.findByText(/^1 book removed\. Still here, .*: Emma\.$/)).toBeTruthy();
    expect(calls.filter(({ path }) => path === "/api/shelf/import")).toHaveLength(2);
  });
});

describe("a book's page", () => {
  test("has the evening without its link to join", async () => {
    const meeting = { location: "Mia's, or https://zoom.us/j/1?pwd=2", people: [] };
    openApp("/shelf/7", { ...memberApi, "GET /api/shelf/7": { ...shelfPage, metOn: "2026-01-31", meeting } });
    expect(await screen.findByText("We met on January 31, 2026, Mia's, online.")).toBeTruthy();
  });

  test("says how many reviews are withheld, and why", async () => {
    openApp("/shelf/7", { ...memberApi, "GET /api/shelf/7": shelfPage });
    expect(await screen.findByText(/^3 reviews from others\. You'll see them once you've finished/)).toBeTruthy();
  });

  test("shows what members said once the talk is open", async () => {
    const author = { id: null, displayName: "A former member", photoURL: null };
    const review = {
      id: 1,
      text: "Poor Toad.",
      author,
      createdAt: "2026-01-05T17:00:00Z",
      editedAt: null,
      mine: false,
    };
    const place = { fraction: 0.9, chapter: { index: 8, title: "Chapter 9" }, quote: "", kind: "note" };
    const note = { ...review, ...place, hearts: 0, hearted: false, replies: [] };
    openApp("/shelf/7", {
      ...memberApi,
      "GET /api/shelf/7": shelfPage,
      "GET /api/books/7/notes": { reached: 0, open: true, notes: [note], ahead: [] },
    });
    expect(await screen.findByText("Poor Toad.")).toBeTruthy();
    expect(screen.getByText("The talk is open: everyone sees every note.")).toBeTruthy();
    expect(screen.getByText("A former member")).toBeTruthy();
  });

  test("takes stars by keyboard, and keeps another device's text", async () => {
    const { api, calls, user } = openApp("/shelf/7", {
      ...memberApi,
      "GET /api/shelf/7": { ...shelfPage, mine: null },
    });
    await user.click(await screen.findByRole("radio", { name: "4 stars" }));
    await user.keyboard("{ArrowRight}");
    await user.click(screen.getByRole("radio", { name: "Yes" }));
    const ownReview = { stars: 3, finished: null, text: "Toad." };
    Object.assign(api, { "PUT /api/books/7/review": ownReview, "GET /api/shelf/7": { ...shelfPage, mine: ownReview } });
    await user.click(screen.getByRole("button", { name: "Save review" }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ stars: 5, finished: "yes", text: "Toad." }),
    );
  });

  test("isn't unsaved after a save, whatever spaces were typed", async () => {
    const { api, user } = openApp("/shelf/7", { ...memberApi, "GET /api/shelf/7": { ...shelfPage, mine: null } });
    await user.type(await screen.findByLabelText(/^A few words/), "Poor Toad. ");
    const ownReview = { stars: null, finished: null, text: "Poor Toad." };
    Object.assign(api, { "PUT /api/books/7/review": ownReview, "GET /api/shelf/7": { ...shelfPage, mine: ownReview } });
    await user.click(screen.getByRole("button", { name: "Save review" }));
    expect(await screen.findByRole("button", { name: "Delete review" })).toBeTruthy();
    await waitFor(() => expect(getDefaultStore().get(unsavedAtom).size).toBe(0));
  });
});

describe("a year", () => {
  test("names its best and its most divisive book", () => {
    const book = (title: string, average: number | null, spread: number | null): ShelfBook => ({
      ...shelfPage,
      title,
      rating: average === null ? null : { average, count: 4 },
      spread,
      metOn: "2026-01-31",
    });
    const books = [book("Emma", 4.5, 0.2), book("Dracula", 3, 1.9), book("Ulysses", null, null)];
    expect(summaryLines(summarizeYear(2026, books)).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "We read: 3 books",
      "We met: on 3 evenings",
      "Best, with 4.5 stars: Emma",
      "Most divisive: Dracula",
    ]);
    expect(summaryLines(summarizeYear(2026, [book("Ulysses", null, null)]))).toHaveLength(2);
    const importedBook = { ...book("Ulysses", null, null), metOn: null };
    expect(summaryLines(summarizeYear(2018, [importedBook]))).toEqual([{ label: "We read", text: "1 book" }]);
  });
});

async function cardOf(title: string) {
  const card = (await screen.findByRole("heading", { name: title })).closest("section");
  if (!card) throw new Error("The heading is in no card");
  return within(card);
}

describe("getting a copy", () => {
  const ann = { id: 5, displayName: "Ann", photoURL: null };
  const copyLists = { lend: [ann], borrow: [], mine: null };
  const api = { ...memberApi, "GET /api/shelf/7": shelfPage, "GET /api/books/7/copies": copyLists };

  test("links libraries and lenders, and offers to lend by a press", async () => {
    const ownUser = { id: nora.id, displayName: nora.displayName, photoURL: null };
    const storedCopies = stored<object>(copyLists);
    const { calls, user } = openApp("/shelf/7", {
      ...api,
      "GET /api/books/7/copies": storedCopies.read,
      "PUT /api/books/7/copy": storedCopies.change(() => ({ lend: [ann], borrow: [ownUser], mine: "borrow" })),
      "DELETE /api/books/7/copy": storedCopies.change(() => copyLists),
    });
    const card = await cardOf("Get a copy");
    expect((await card.findAllByRole("link")).map((link) => link.getAttribute("href"))).toEqual([
      "https://search.worldcat.org/search?q=bn%3A9780141439587",
      "https://openlibrary.org/isbn/9780141439587",
    ]);
    expect(await card.findByText("Ann")).toBeTruthy();
    await user.click(card.getByRole("button", { name: "I'm looking for one" }));
    expect(await card.findByText("Looking for a copy")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ kind: "borrow" });
    await user.click(card.getByRole("button", { name: "I'm looking for one", pressed: true }));
    await waitFor(() => expect(card.queryByText("Looking for a copy") === null).toBe(true));
  });

  test("disappears after the meeting and for earlier books", async () => {
    const pastPage = openApp("/shelf/7", { ...api, "GET /api/shelf/7": { ...shelfPage, metOn: "2026-01-31" } });
    expect(await screen.findByRole("link", { name: /^Open Library/ })).toBeTruthy();
    expect(screen.queryByText("Get a copy") === null).toBe(true);
    pastPage.unmount();
    openApp("/shelf/6", { ...api, "GET /api/shelf/6": { ...shelfPage, id: 6, isbn: "" } });
    await screen.findByRole("heading", { name: "Reviews" });
    expect(screen.queryByText("Get a copy") === null).toBe(true);
    expect(screen.queryByRole("link", { name: /Open Library/ })).toBeNull();
  });
});

test("a book's page lists the weekly plan", async () => {
  const anyMedium = { chapter: null, seconds: null, page: null };
  const createPlanLine = (date: string, fraction: number) => ({ by: date, fraction, ...anyMedium });
  openApp("/shelf/7", {
    ...memberApi,
    "GET /api/shelf/7": shelfPage,
    "GET /api/books/7/plan": [
      createPlanLine("2020-01-05", 0.2),
      createPlanLine("2099-01-24", 0.6),
      createPlanLine("2099-01-31", 1),
    ],
  });
  const card = await cardOf("What to read by when");
  expect(card.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "By Sat, Jan 24: 60% of the book",
    "By Sat, Jan 31: to the end",
  ]);
});
