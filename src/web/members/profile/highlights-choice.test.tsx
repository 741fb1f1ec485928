import { expect, test } from "bun:test";

import { screen } from "@testing-library/react";

import { shelfPage } from "#tests/support/shelf-answers.ts";
import { memberApi, openApp } from "#tests/support/web.tsx";

test("offers highlights only of books that have some", async () => {
  const createBook = (id: number, title: string, hasHighlights: boolean) => ({
    ...shelfPage,
    id,
    title,
    hasHighlights,
  });
  const books = [createBook(1, "Emma", false), createBook(2, "Dracula", true)];
  openApp("/profile", { ...memberApi, "GET /api/shelf": [{ year: 2025, books }] });
  const bookSelect = await screen.findByLabelText<HTMLSelectElement>("Your highlights in a book");
  expect([...bookSelect.options].map(({ text }) => text)).toEqual(["Dracula"]);
});
