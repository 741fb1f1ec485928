import { afterEach, expect, it, setSystemTime } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { adminApi, emptyMonth } from "#tests/support/admin-web.tsx";
import { meeting, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

const suggestion = { date: "2030-01-09", time: "19:00", location: "14 Willow Street" };
function open(month: object) {
  setSystemTime(new Date("2030-01-02T12:00:00Z"));
  return openApp("/admin/months/2030-01", {
    ...adminApi,
    "GET /api/months/2030-01": { ...emptyMonth("2030-01"), suggestion, ...month },
    "GET /api/meetings/3": { ...meeting, ...suggestion },
    "GET /api/meetings/3/unanswered": [],
    "POST /api/meetings": meeting,
  });
}

it("plans the usual evening with one press, and says where it comes from", async () => {
  const { user, calls } = open({});
  expect(await screen.findByText("Filled in like your last meeting.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Plan meeting" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ ...suggestion, bookId: null }),
  );
});

it("is emptied with one press", async () => {
  const { user } = open({});
  await user.click(await screen.findByRole("button", { name: "Empty the form" }));
  expect([screen.queryByDisplayValue("2030-01-09"), screen.queryByDisplayValue("14 Willow Street")]).toEqual([
    null,
    null,
  ]);
  expect(screen.queryByText("Filled in like your last meeting.")).toBeNull();
});

it("suggests no evening that is planned already", async () => {
  open({ meetings: [{ ...meeting, ...suggestion }] });
  expect(await screen.findByText("Plan another meeting")).toBeTruthy();
  expect(screen.queryByText("Filled in like your last meeting.")).toBeNull();
});
