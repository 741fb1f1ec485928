import { expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import type { LinkedDates } from "#contract/meeting-dates.ts";
import { json, openApp, stored, visitorApi } from "#tests/support/web.tsx";

const createOption = (id: number) => ({
  id,
  date: `2030-02-0${id}`,
  time: "19:00",
  startsAt: `2030-02-0${id + 1}T00:00:00.000Z`,
  mine: false,
});
const linkedDates: LinkedDates = {
  displayName: "Nora",
  meeting: { date: "", time: "", location: "14 Willow Street" },
  dates: [createOption(4), createOption(5)],
  answered: false,
};
const openPage = (api: object) => openApp("/dates?token=1.3_1.abc", { ...visitorApi, ...api });

test("takes two presses by a mail's link, not by opening it", async () => {
  const storedDates = stored(linkedDates);
  const { calls, user } = openPage({
    "GET /api/dates": storedDates.read,
    "POST /api/dates": storedDates.change((body: { ids: number[] }) => ({
      dates: linkedDates.dates.map((date) => ({ ...date, mine: body.ids.includes(date.id) })),
      answered: true,
    })),
  });
  const listSentBodies = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  await user.click(await screen.findByRole("button", { name: "Mon, Feb 4, 7:00 PM" }));
  expect(listSentBodies()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save my answer" }));
  expect(await screen.findByText("Saved: you can come on Mon, Feb 4, 7:00 PM.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "None of these" }));
  await user.click(screen.getByRole("button", { name: "Save my answer" }));
  expect(await screen.findByText("Saved: none of these works for you.")).toBeTruthy();
  const token = "1.3_1.abc";
  expect(listSentBodies()).toEqual([
    { token, ids: [4] },
    { token, ids: [] },
  ]);
});

test("asks before it answers that none of the dates works", async () => {
  const storedDates = stored(linkedDates);
  const { calls, user } = openPage({
    "GET /api/dates": storedDates.read,
    "POST /api/dates": storedDates.change(() => ({ answered: true })),
  });
  const listSentBodies = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  await user.click(await screen.findByRole("button", { name: "None of these" }));
  await user.click(screen.getByRole("button", { name: "Save my answer" }));
  expect(await screen.findByText("Your answer would be that none of the dates works for you.")).toBeTruthy();
  expect(listSentBodies()).toEqual([]);
  await user.click(screen.getByLabelText("Yes, I'm sure"));
  await user.click(screen.getByRole("button", { name: "Save this answer" }));
  expect(await screen.findByText("Saved: none of these works for you.")).toBeTruthy();
  expect(listSentBodies()).toEqual([{ token: "1.3_1.abc", ids: [], confirm: true }]);
});

test("says when a link is invalid, or the poll closed", async () => {
  const firstPage = openPage({ "GET /api/dates": json({ message: "Not found" }, 404) });
  expect(await screen.findByText("This link doesn't work")).toBeTruthy();
  firstPage.unmount();
  const closedResponse = json({ message: "This question is over." }, 409);
  const secondPage = openPage({ "GET /api/dates": closedResponse });
  expect(await screen.findByText("This poll is closed")).toBeTruthy();
  secondPage.unmount();
  const thirdPage = openPage({ "GET /api/dates": linkedDates, "POST /api/dates": closedResponse });
  await thirdPage.user.click(await screen.findByRole("button", { name: "Mon, Feb 4, 7:00 PM" }));
  thirdPage.api["GET /api/dates"] = closedResponse;
  await thirdPage.user.click(screen.getByRole("button", { name: "Save my answer" }));
  await waitFor(() => expect(screen.getByText("Open the club to see when you meet.")).toBeTruthy());
});

test("shows the new dates when they changed while it was open", async () => {
  const message = "These dates have changed. Please look again and choose.";
  const { api, user } = openPage({
    "GET /api/dates": linkedDates,
    "POST /api/dates": json({ message, errors: [{ path: "/ids", message }] }, 422),
  });
  await user.click(await screen.findByRole("button", { name: "Mon, Feb 4, 7:00 PM" }));
  api["GET /api/dates"] = { ...linkedDates, dates: [createOption(6), createOption(7)] };
  await user.click(screen.getByRole("button", { name: "Save my answer" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Wed, Feb 6, 7:00 PM" })).toBeTruthy();
});
