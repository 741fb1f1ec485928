import { expect, it } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { shelfPage, wine } from "#tests/support/shelf-answers.ts";
import { json, memberApi, openApp } from "#tests/support/web.tsx";

const wines = {
  ...memberApi,
  "GET /api/wines": [wine],
  "GET /api/shelf": [{ year: 2026, books: [shelfPage] }],
};

it("a wine goes with this month's book unless another is chosen", async () => {
  const { calls, user } = openApp("/wines", { ...wines, "POST /api/wines": json(wine, 201) });
  await user.click(await screen.findByRole("button", { name: "Suggest a wine" }));
  await user.type(screen.getByLabelText("Wine"), "Chablis");
  await user.selectOptions(screen.getByLabelText("Kind"), "White");
  await user.click(screen.getByRole("button", { name: "Add wine" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      name: "Chablis",
      kind: "white",
      note: "",
      bookId: 7,
    }),
  );
});

it("a wine is liked, and that is taken back", async () => {
  const { user } = openApp("/wines", {
    ...wines,
    "PUT /api/wines/3/like": { ...wine, likes: 2, liked: true },
    "DELETE /api/wines/3/like": wine,
  });
  await user.click(await screen.findByRole("button", { name: "Like 'Rioja', 1 like" }));
  await user.click(await screen.findByRole("button", { name: "Like 'Rioja', 2 likes", pressed: true }));
  expect(await screen.findByRole("button", { name: "Like 'Rioja', 1 like", pressed: false })).toBeTruthy();
});
