import { afterEach, beforeEach, describe, expect, setSystemTime, test } from "bun:test";

import { cleanup, screen, waitFor, within } from "@testing-library/react";

import type { BookProgress } from "#contract/book-progress.ts";
import { type Api, audiobook, json, memberApi, openApp } from "#tests/support/web.tsx";

const PAPER = "/api/books/7/paper";
const place: BookProgress = {
  edition: null,
  listening: null,
  reading: null,
  paper: { page: 143, pages: 320 },
  left: { listening: null, reading: null },
  pace: 1500,
  reached: 0.4,
  offer: null,
  pagesLeft: 177,
};
const text = "The Mole had been working. Then the Mole had been resting, and hidden it was.";
const section = { index: 0, href: "c1.xhtml", length: text.length, linear: true };
const contents = {
  title: "Willows",
  sections: [section],
  toc: [],
  pages: [],
  length: text.length,
  layout: "reflowable",
};
const openPage = (path: string, api: Api = {}) =>
  openApp(path, {
    ...memberApi,
    "GET /api/books/current": audiobook,
    "GET /api/books/7/place": place,
    "GET /api/books/7/contents": contents,
    "GET /api/books/7/text/c1.xhtml": () =>
      new Response(`<html><body><p>${text}</p></body></html>`, { headers: { "content-type": "text/html" } }),
    "GET /api/audiobook-progress": {
      bookId: 7,
      currentTime: 0,
      chapter: 0,
      updatedAt: null,
      revision: 0,
      device: null,
    },
    "GET /api/bookmarks": [],
    [`GET ${PAPER}/history`]: [{ id: 9, page: 143, pages: 320, leftAt: "2026-01-05T17:00:00Z" }],
    [`PUT ${PAPER}`]: place,
    ...api,
  });
const findBox = (name: string) => screen.findByRole("textbox", { name });

beforeEach(() => void setSystemTime(new Date("2026-01-27T17:00:00Z")));
afterEach(() => void setSystemTime());

describe("a paper copy", () => {
  test("shows pages per day on Home, and only the week's pages", async () => {
    const planLine = { by: "2026-01-31", fraction: 0.9, chapter: { index: 8, title: "9" }, seconds: 9000, page: 288 };
    openPage("/", { "GET /api/books/7/plan": [planLine] });
    expect(await screen.findByText("Page 143 of 320: 177 pages left, 45 a day until Sat, Jan 31")).toBeTruthy();
    expect(await screen.findByText("By Sat, Jan 31: through chapter 9, page 288")).toBeTruthy();
  });

  test("comes first on Home, before the eBook", async () => {
    openPage("/");
    const updateButton = await screen.findByRole("button", { name: "Update" });
    const row = [...(updateButton.parentElement?.children ?? [])].map(({ textContent }) => textContent);
    expect(row).toEqual(["Update", "Read now"]);
    expect(screen.getAllByRole("link", { name: "Read now" })).toHaveLength(1);
  });

  test("hides the week's plan once it was read", async () => {
    const planLine = { by: "2026-01-31", fraction: 0.4, chapter: null, seconds: null, page: 128 };
    const app = openPage("/", { "GET /api/books/7/plan": [planLine] });
    await screen.findByText(/177 pages left/);
    await waitFor(() => expect(app.calls.some(({ path }) => path === "/api/books/7/plan")).toBe(true));
    expect(screen.queryByText(/^By Sat/)).toBeNull();
  });

  test.each(["/ebook", "/audiobook", "/"])("is updated on %s, and undone with its fixed points", async (path) => {
    const app = openPage(path, { [`POST ${PAPER}/restore`]: place });
    await app.user.click(await screen.findByRole("button", { name: "Update" }));
    await app.user.type(await findBox("I'm on page"), "150");
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    expect(await screen.findByText("Saved: page 150 of 320.")).toBeTruthy();
    expect(app.calls.find(({ method }) => method === "PUT")?.body).toEqual({ pages: 320, page: 150, age: 0 });
    await app.user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(app.calls.find(({ method }) => method === "POST")?.body).toEqual({ id: 9 }));
    await waitFor(() => expect(screen.queryByText(/^Saved:/) === null).toBe(true));
  });

  test("asks for a missing field in a sentence, and sends nothing", async () => {
    const app = openPage("/ebook", { "GET /api/books/7/place": { ...place, paper: null, pagesLeft: undefined } });
    await app.user.click(await screen.findByRole("button", { name: "Reading on paper?" }));
    const savePage = async (page: string, pages: string) => {
      for (const [name, value] of [
        ["I'm on page", page],
        ["of how many pages", pages],
      ] as const) {
        await app.user.clear(await findBox(name));
        if (value) await app.user.type(await findBox(name), value);
      }
      await app.user.click(screen.getByRole("button", { name: "Save my page" }));
      return screen.findByText(/^(?:Enter|Your copy)/);
    };
    expect((await savePage("", "")).textContent).toBe("Enter the number of the page you're on.");
    expect((await savePage("xii", "320")).textContent).toBe("Enter the number of the page you're on.");
    expect((await savePage("143", "")).textContent).toMatch(/^Enter how many pages your copy has/);
    expect(document.activeElement === (await findBox("of how many pages"))).toBe(true);
    expect((await savePage("330", "320")).textContent).toMatch(/^Your copy has 320 pages/);
    expect(app.calls.filter(({ method }) => method === "PUT")).toEqual([]);
  });

  test("is set by a page's first words, and offers equal ones", async () => {
    const app = openPage("/ebook");
    await app.user.click(await screen.findByRole("button", { name: "Update" }));
    await app.user.type(await findBox("I'm on page"), "150");
    const wordsBox = await findBox("Or type the first words of the page");
    await app.user.type(wordsBox, "THE mole had been");
    await screen.findByText("Found in several places. Which one is on your page?");
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    expect(await screen.findByText("Choose which of these places is on your page.")).toBeTruthy();
    const secondChoice = screen.getByRole("button", { name: /working\. Then the Mole had been resting/ });
    expect(within(secondChoice).getByText("the Mole had been").tagName).toBe("MARK");
    await app.user.click(secondChoice);
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    await screen.findByText("Saved: page 150 of 320.");
    const fraction = text.indexOf("the Mole") / text.length;
    expect(app.calls.find(({ method }) => method === "PUT")?.body).toEqual({ pages: 320, page: 150, fraction, age: 0 });
  });

  test("isn't set by words in a comic, which has none", async () => {
    const pages = { ...contents, sections: [{ ...section, length: 1 }], length: 1 };
    const app = openPage("/ebook", { "GET /api/books/7/contents": pages });
    await app.user.click(await screen.findByRole("button", { name: "Update" }));
    await findBox("I'm on page");
    await waitFor(() => expect(screen.queryByLabelText("Or type the first words of the page") === null).toBe(true));
  });

  test("says why the words of a page couldn't be searched", async () => {
    const failures = [
      [500, "The club has a problem. Try again in a few minutes."],
      [401, "Session expired. Please log in again."],
      [413, "The club has a problem. Try again in a few minutes."],
      [null, "Check your connection and try again."],
    ] as const;
    for (const [status, reason] of failures) {
      const respond = () => (status ? new Response("", { status }) : Promise.reject(new TypeError("Failed to fetch")));
      const app = openPage("/talk", {
        "GET /api/books/7/notes": { reached: 0.4, open: false, notes: [], ahead: [] },
        "GET /api/books/7/text/c1.xhtml": respond,
      });
      await app.user.type(await findBox("Or type the first words of the page"), "hidden it");
      expect(await screen.findByText(`We couldn't search all of the book. ${reason} Or enter the page.`)).toBeTruthy();
      cleanup();
    }
  });

  test("doesn't use one page's words for the next one", async () => {
    const app = openPage("/talk", { "GET /api/books/7/notes": { reached: 0.4, open: false, notes: [], ahead: [] } });
    await app.user.type(await findBox("I'm on page"), "150");
    await app.user.type(await findBox("Or type the first words of the page"), "hidden it");
    await screen.findByText("Found here:");
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    await screen.findByText("Saved: page 150 of 320.");
    await app.user.type(await findBox("I'm on page"), "160");
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    await screen.findByText("Saved: page 160 of 320.");
    expect(app.calls.findLast(({ method }) => method === "PUT")?.body).toEqual({ pages: 320, page: 160, age: 0 });
  });

  test("isn't needed if the words of a page are enough", async () => {
    const app = openPage("/talk", {
      "GET /api/books/7/notes": { reached: 0.4, open: false, notes: [], ahead: [] },
      "PUT /api/books/7/reached": { reached: 0.8 },
    });
    await app.user.type(await findBox("Or type the first words of the page"), "hid- den it was");
    await screen.findByText("Found here:");
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    await screen.findByText(/^Saved: 81%\. Too far\?/);
    const fraction = text.indexOf("hidden") / text.length;
    expect(app.calls.find(({ method }) => method === "PUT")?.body).toEqual({ fraction });
  });

  test("leads to the same position in text and audio once it's saved", async () => {
    const offer = { from: "paper", seconds: 9000, fraction: 0.45, chapter: null, confidence: "rough" };
    const app = openPage("/ebook", { "GET /api/books/7/place": { ...place, offer } });
    await app.user.click(await screen.findByRole("button", { name: "Update" }));
    await app.user.type(await findBox("I'm on page"), "150");
    await app.user.click(screen.getByRole("button", { name: "Save my page" }));
    expect((await screen.findByRole("link", { name: "Read from here" })).getAttribute("href")).toBe("/read?from=paper");
    expect(screen.getByRole("link", { name: "Listen from here" }).getAttribute("href")).toBe("/audiobook?from=paper");
  });

  test("goes back to an earlier page", async () => {
    const app = openPage("/ebook", {
      [`GET ${PAPER}/history`]: [{ id: 4, page: 90, pages: 320, leftAt: "2026-01-05T17:00:00Z" }],
      [`POST ${PAPER}/restore`]: () => json({ message: "That page isn't in your history anymore." }, 409),
    });
    await app.user.click(await screen.findByRole("button", { name: "Update" }));
    await app.user.click(await screen.findByText("Earlier pages"));
    await app.user.click(await screen.findByRole("button", { name: "Go back" }));
    expect(await screen.findByText("That page isn't in your history anymore.")).toBeTruthy();
    app.api[`POST ${PAPER}/restore`] = place;
    await app.user.click(screen.getByRole("button", { name: "Go back" }));
    await waitFor(() => expect(app.calls.filter(({ method }) => method === "POST")).toHaveLength(2));
  });

  test("is deleted with its fixed points, and restored with them", async () => {
    const progressWithoutPaper = { ...place, paper: null, pagesLeft: undefined };
    const app = openPage("/ebook", {
      [`GET ${PAPER}/history`]: [],
      [`DELETE ${PAPER}`]: () => {
        app.api["GET /api/books/7/place"] = progressWithoutPaper;
        app.api[`GET ${PAPER}/history`] = [{ id: 9, page: 143, pages: 320, leftAt: "2026-01-27T17:00:00Z" }];
        return new Response(null, { status: 204 });
      },
      [`POST ${PAPER}/restore`]: () => (app.api["GET /api/books/7/place"] = place),
    });
    await app.user.click(await screen.findByRole("button", { name: "Update" }));
    await app.user.click(await screen.findByText("Wrong page?"));
    await app.user.click(screen.getByRole("button", { name: "Clear my pages" }));
    expect(await screen.findByText(/^Page history cleared/)).toBeTruthy();
    await app.user.click(await screen.findByText("Earlier pages"));
    expect(screen.queryByRole("button", { name: /^Clear my pages/ })).toBeNull();
    await app.user.click(screen.getByRole("button", { name: "Go back" }));
    await waitFor(() => expect(app.calls.find(({ method }) => method === "POST")?.body).toEqual({ id: 9 }));
    expect(await screen.findByText(/^Page 143 of 320/)).toBeTruthy();
  });
});
