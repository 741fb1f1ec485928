import { expect, test } from "bun:test";

import { act, fireEvent, screen, waitFor } from "@testing-library/react";

import { expectDeletedOnLeaving } from "#tests/support/deleting.ts";
import { shelfPage, wine } from "#tests/support/shelf-answers.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { json, memberApi, openApp, stored } from "#tests/support/web.tsx";

const winesApi = {
  ...memberApi,
  "GET /api/wines": [wine],
  "GET /api/shelf": [{ year: 2026, books: [shelfPage] }],
};

test("a wine is for this month's book unless another is chosen", async () => {
  const { calls, user } = openApp("/wines", { ...winesApi, "POST /api/wines": json(wine, 201) });
  await user.click(await screen.findByRole("button", { name: "Suggest a wine" }));
  await user.type(screen.getByLabelText("Wine"), "Chablis");
  await user.selectOptions(screen.getByLabelText("Kind"), "White");
  await user.click(screen.getByRole("button", { name: "Add wine" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      name: "Chablis",
      kind: "white",
      note: "",
      bookId: 7,
    }),
  );
});

test("a wine is sent once when its button is pressed twice", async () => {
  const { calls, user } = openApp("/wines", { ...winesApi, "POST /api/wines": json(wine, 201) });
  await user.click(await screen.findByRole("button", { name: "Suggest a wine" }));
  await user.type(screen.getByLabelText("Wine"), "Chablis");
  const button = screen.getByRole("button", { name: "Add wine" });
  // on a slow phone, before it's drawn as disabled
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByText("Your suggestion is in.");
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a wine isn't sent before this month's book is known", async () => {
  const pendingShelf = Promise.withResolvers<unknown>();
  const { calls, user } = openApp("/wines", {
    ...winesApi,
    "GET /api/shelf": () => pendingShelf.promise,
    "POST /api/wines": json(wine, 201),
  });
  await user.click(await screen.findByRole("button", { name: "Suggest a wine" }));
  await user.type(screen.getByLabelText("Wine"), "Chablis{Enter}");
  expect(screen.getByLabelText("Goes with").textContent).toContain("Loading...");
  expect(calls.filter(({ method }) => method === "POST").length).toBe(0);
  pendingShelf.resolve([{ year: 2026, books: [shelfPage] }]);
  await screen.findByRole("option", { name: shelfPage.title });
  await user.type(screen.getByLabelText("Wine"), "{Enter}");
  await waitFor(() => expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ bookId: 7 }));
});

test("wines appear together with the titles of their books", async () => {
  const pendingShelf = Promise.withResolvers<unknown>();
  const { queryClient } = openApp("/wines", { ...winesApi, "GET /api/shelf": () => pendingShelf.promise });
  await screen.findByRole("button", { name: "Suggest a wine" });
  await waitFor(() => expect(queryClient.getQueryData(["/api/wines"])).toBeTruthy());
  expect(screen.queryByText(wine.name) === null).toBe(true);
  pendingShelf.resolve([{ year: 2026, books: [shelfPage] }]);
  expect(await screen.findByRole("link", { name: shelfPage.title })).toBeTruthy();
  expect(screen.getByText(wine.name)).toBeTruthy();
});

test("a wine can be liked and unliked", async () => {
  const storedWine = stored(wine);
  const { user } = openApp("/wines", {
    ...winesApi,
    "GET /api/wines": () => [storedWine.read()],
    "PUT /api/wines/3/like": storedWine.change(() => ({ likes: 2, liked: true })),
    "DELETE /api/wines/3/like": storedWine.change(() => wine),
  });
  await user.click(await screen.findByRole("button", { name: "Like 'Rioja', 1 like" }));
  await user.click(await screen.findByRole("button", { name: "Like 'Rioja', 2 likes", pressed: true }));
  expect(await screen.findByRole("button", { name: "Like 'Rioja', 1 like", pressed: false })).toBeTruthy();
});

test("a wine stays liked after a double click", async () => {
  const storedWine = stored(wine);
  const { calls } = openApp("/wines", {
    ...winesApi,
    "GET /api/wines": () => [storedWine.read()],
    "PUT /api/wines/3/like": storedWine.change(() => ({ likes: 2, liked: true })),
    "DELETE /api/wines/3/like": storedWine.change(() => wine),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Like 'Rioja', 1 like" }), { detail: 1 });
  const likeButton = await screen.findByRole("button", { name: "Like 'Rioja', 2 likes", pressed: true });
  await waitFor(() => expect(likeButton.matches(":disabled")).toBe(false));
  fireEvent.click(likeButton, { detail: 2 });
  const writes = () => calls.filter(({ method }) => method !== "GET").map(({ method }) => method);
  expect(writes()).toEqual(["PUT"]);
  fireEvent.click(likeButton, { detail: 1 });
  await waitFor(() => expect(writes()).toEqual(["PUT", "DELETE"]));
});

test("a wine can be changed by the member who suggested it", async () => {
  const { calls, user } = openApp("/wines", {
    ...winesApi,
    "GET /api/wines": [wine, { ...wine, id: 4, name: "Port", mine: false }],
    "PATCH /api/wines/3": { ...wine, name: "Rioja Reserva" },
  });
  expect((await screen.findAllByRole("button", { name: /^Edit/ })).length).toBe(1);
  await user.click(screen.getByRole("button", { name: "Edit 'Rioja'" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.queryByLabelText("Wine") === null).toBe(true);
  await user.click(screen.getByRole("button", { name: "Edit 'Rioja'" }));
  expect(screen.getByLabelText<HTMLSelectElement>("Goes with").value).toBe("7");
  await user.type(screen.getByLabelText("Wine"), " Reserva");
  await user.selectOptions(screen.getByLabelText("Goes with"), "");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByLabelText("Wine") === null).toBe(true));
  // the rest may have been changed by an admin
  const wineChange = { name: "Rioja Reserva", bookId: null };
  expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual(wineChange);
});

test("deletes a wine on leaving the page, unless undone", async () => {
  const app = openApp("/wines", { ...winesApi, "DELETE /api/wines/3": () => new Response(null, { status: 204 }) });
  await expectDeletedOnLeaving(app, { name: "Rioja", text: "Smoky" });
});

test("shows a wine again that can't be deleted, and says so", async () => {
  openApp("/wines", { ...winesApi, "DELETE /api/wines/3": () => new Response(null, { status: 500 }) });
  const button = await screen.findByRole("button", { name: "Delete 'Rioja'" });
  await skippingDelay(10_000, async () => fireEvent.click(button));
  expect(await screen.findByText("The wine wasn't deleted. Please try again.")).toBeTruthy();
  expect(screen.getByText("Smoky")).toBeTruthy();
});
