import { describe, expect, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import { expectDeletedOnLeaving } from "#tests/support/deleting.ts";
import { nomination, poll } from "#tests/support/shelf-answers.ts";
import { memberApi, openApp } from "#tests/support/web.tsx";

const votes = { ...memberApi, "GET /api/nominations": [], "GET /api/polls/current": poll };

describe("a nomination", () => {
  const foundEmma = {
    title: "Emma",
    author: "Jane Austen",
    isbn: "9780141439587",
    year: 1815,
    pages: 474,
    cover: null,
  };

  test("begins with the title, which a found book fills in", async () => {
    const { calls, user } = openApp("/recommendations", {
      ...votes,
      "POST /api/books/search": [foundEmma, { ...foundEmma, title: "Emma Brown", year: null, pages: null }],
      "POST /api/nominations": nomination(9),
    });
    await user.click(await screen.findByRole("button", { name: "Nominate a book" }));
    await user.type(screen.getByLabelText("Find a book"), "emma austen{Enter}");
    await screen.findByRole("button", { name: /^Emma Brown/ });
    await user.click(screen.getByRole("button", { name: /^Emma\s*Jane Austen · 1815 · 474 pages$/ }));
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Emma");
    await user.click(screen.getByRole("button", { name: "Nominate" }));
    await waitFor(() =>
      expect(calls.find(({ method, path }) => `${method} ${path}` === "POST /api/nominations")?.body).toMatchObject({
        title: "Emma",
        pages: 474,
      }),
    );
  });

  test("begins by one press on Home, with the focus in the search", async () => {
    const { user } = openApp("/", votes);
    await user.click(await screen.findByRole("link", { name: "Nominate a book" }));
    const searchBox = await screen.findByLabelText("Find a book");
    await waitFor(() => expect(document.activeElement).toBe(searchBox));
  });

  test("can begin with the ISBN", async () => {
    const { user } = openApp("/recommendations", {
      ...votes,
      "POST /api/books/isbn": { title: "Emma", author: "Jane Austen", synopsis: "", isbn: foundEmma.isbn },
    });
    await user.click(await screen.findByRole("button", { name: "Nominate a book" }));
    await user.type(screen.getByLabelText("Find a book"), "978-0-14-143958-7{Enter}");
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Emma"));
  });

  const ownNomination = nomination(1, { mine: true, reason: "Short" });
  const api = {
    ...memberApi,
    "GET /api/polls/current": null,
    "GET /api/nominations": [ownNomination, nomination(2), nomination(3, { mine: true, state: "on-ballot" })],
  };

  test("can be changed by its member while it waits", async () => {
    const { calls, user } = openApp("/recommendations", { ...api, "PATCH /api/nominations/1": ownNomination });
    await user.click(await screen.findByRole("button", { name: /^Edit/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.queryByLabelText("Title") === null).toBe(true);
    await user.click(await screen.findByRole("button", { name: /^Edit/ }));
    await user.type(screen.getByLabelText("Why should we read it?"), " and sweet");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByLabelText("Title") === null).toBe(true));
    // the rest may have been changed by an admin
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ reason: "Short and sweet" });
  });

  test("is deleted when the page is left, unless that was undone", async () => {
    const app = openApp("/recommendations", {
      ...api,
      "DELETE /api/nominations/1": () => new Response(null, { status: 204 }),
    });
    expect(await screen.findAllByRole("button", { name: /^Delete/ })).toHaveLength(1);
    await expectDeletedOnLeaving(app, { name: "Book 1" });
  });

  test("is deleted before its member signs out", async () => {
    const app = openApp("/recommendations", {
      ...api,
      "DELETE /api/nominations/1": () => new Response(null, { status: 204 }),
      "POST /api/auth/logout": () => new Response(null, { status: 204 }),
    });
    await app.user.click(await screen.findByRole("button", { name: "Delete 'Book 1'" }));
    await app.user.click(screen.getByRole("button", { name: /Nora Whitfield/ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await screen.findByText("Enter your credentials to access your account");
    const writes = app.calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
    expect(writes).toEqual(["DELETE /api/nominations/1", "POST /api/auth/logout"]);
  });

  test("is deleted when the app is put aside", async () => {
    const app = openApp("/recommendations", {
      ...api,
      "DELETE /api/nominations/1": () => new Response(null, { status: 204 }),
    });
    await app.user.click(await screen.findByRole("button", { name: "Delete 'Book 1'" }));
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    fireEvent(document, new Event("visibilitychange"));
    Reflect.deleteProperty(document, "hidden");
    await waitFor(() => expect(app.calls.some(({ method }) => method === "DELETE")).toBe(true));
  });
});
