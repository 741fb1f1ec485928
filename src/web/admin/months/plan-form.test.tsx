import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import { adminApi, emptyMonth } from "#tests/support/admin-web.tsx";
import { meeting, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

const suggestion = { date: "2030-01-09", time: "19:00", location: "14 Willow Street" };
function openMonth(month: object) {
  setSystemTime(new Date("2030-01-02T12:00:00Z"));
  return openApp("/admin/months/2030-01", {
    ...adminApi,
    "GET /api/months/2030-01": { ...emptyMonth("2030-01"), suggestion, ...month },
    "GET /api/meetings/3": { ...meeting, ...suggestion },
    "GET /api/meetings/3/unanswered": [],
    "POST /api/meetings": meeting,
  });
}

test("plans the usual evening with one press, and says why", async () => {
  const { user, calls } = openMonth({});
  expect(await screen.findByText("Filled in like your last meeting.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Plan meeting" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ ...suggestion, bookId: null }),
  );
});

test("can be emptied with one press", async () => {
  const { user } = openMonth({});
  await user.click(await screen.findByRole("button", { name: "Clear form" }));
  expect([screen.queryByDisplayValue("2030-01-09"), screen.queryByDisplayValue("14 Willow Street")]).toEqual([
    null,
    null,
  ]);
  expect(screen.queryByText("Filled in like your last meeting.")).toBeNull();
});

describe("asking members when to meet, where a meeting is planned", () => {
  const dates = [
    { date: "2030-01-09", time: "19:00" },
    { date: "2030-01-16", time: "19:00" },
  ];
  const submitDates = async (answer: unknown) => {
    const app = openMonth({});
    app.api["PUT /api/meetings/3/dates"] = answer;
    await app.user.click(await screen.findByText("Not sure yet? Ask the members"));
    fireEvent.change(screen.getByLabelText("Date 2"), { target: { value: "2030-01-16" } });
    const pressAsk = () => app.user.click(screen.getByRole("button", { name: "Ask the members" }));
    await pressAsk();
    const listMutations = () =>
      app.calls.filter(({ method }) => method !== "GET").map(({ path, body }) => [path, body]);
    return { sent: listMutations, press: pressAsk, api: app.api };
  };
  const planCall = ["/api/meetings", { date: "", time: "", location: "14 Willow Street", bookId: null }];
  const datesCall = ["/api/meetings/3/dates", { dates, tell: false }];

  test("plans it without a date, and asks for dates", async () => {
    const { sent } = await submitDates(meeting);
    await waitFor(() => expect(sent()).toEqual([planCall, datesCall]));
    expect(await screen.findByText("Members are asked on the home page")).toBeTruthy();
  });

  test("keeps the dates when asking fails, without a second meeting", async () => {
    const { sent, press, api } = await submitDates(() => new Response(null, { status: 500 }));
    expect(await screen.findByText("Failed to ask the members.")).toBeTruthy();
    expect(screen.getByDisplayValue("2030-01-16")).toBeTruthy();
    api["PUT /api/meetings/3/dates"] = meeting;
    await press();
    await waitFor(() => expect(sent()).toEqual([planCall, datesCall, datesCall]));
  });
});

test("suggests no evening that is planned already", async () => {
  openMonth({ meetings: [{ ...meeting, ...suggestion }] });
  expect(await screen.findByText("Plan another meeting")).toBeTruthy();
  expect(screen.queryByText("Filled in like your last meeting.")).toBeNull();
});
