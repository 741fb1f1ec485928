import { afterEach, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import type { Meeting } from "#contract/meetings.ts";
import { adminApi, emptyMonth } from "#tests/support/admin-web.tsx";
import { readyMail } from "#tests/support/mail-samples.ts";
import { askedDate, json, meeting, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

const plannedMeeting: Meeting = { ...meeting, date: "2030-01-30" };
function openMonth(foundMeeting: Meeting = plannedMeeting) {
  setSystemTime(new Date("2030-01-10T12:00:00Z"));
  return openApp("/admin/months/2030-01", {
    ...adminApi,
    "GET /api/months/2030-01": { ...emptyMonth("2030-01"), meetings: [foundMeeting] },
    "GET /api/meetings/3": foundMeeting,
    "GET /api/email/status": readyMail,
    "GET /api/meetings/3/unanswered": [],
  });
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const listSentBodies = ({ calls }: ReturnType<typeof openMonth>) =>
  calls.filter(({ path, method }) => path.endsWith("/dates") && method !== "GET").map(({ body }) => body);

const listInvalidFields = () =>
  [...(screen.getByLabelText<HTMLInputElement>("Date 1").form?.elements ?? [])].flatMap((field) =>
    field instanceof HTMLInputElement && !field.validity.valid ? [field.name] : [],
  );

test("asks members about two to five dates, and marks invalid ones", async () => {
  const app = openMonth();
  app.api["PUT /api/meetings/3/dates"] = plannedMeeting;
  // the button above that of the other meeting's form
  await screen.findByRole("button", { name: "Save meeting" });
  const [askButton] = screen.getAllByText("Not sure yet? Ask the members");
  await app.user.click(askButton as Element);
  await app.user.click(screen.getByRole("button", { name: "Ask the members" }));
  type("Date 1", "2030-01-23");
  await app.user.click(screen.getByRole("button", { name: "Ask the members" }));
  expect(listInvalidFields()).toEqual(["date1"]);
  type("Date 2", "2030-01-22");
  for (let dateNumber = 3; dateNumber <= 5; dateNumber += 1)
    await app.user.click(screen.getByRole("button", { name: "Another date" }));
  expect(screen.queryByRole("button", { name: "Another date" })).toBeNull();
  type("Date 5", "2030-01-24");
  type("Time 5", "");
  await app.user.click(screen.getByRole("button", { name: "Ask the members" }));
  expect(listInvalidFields()).toEqual(["time4"]);
  expect(listSentBodies(app)).toEqual([]);
  type("Time 5", "18:30");
  await app.user.click(screen.getByRole("button", { name: "Ask the members" }));
  const dates = [
    { date: "2030-01-23", time: "19:00" },
    { date: "2030-01-22", time: "19:00" },
    { date: "2030-01-24", time: "18:30" },
  ];
  await waitFor(() => expect(listSentBodies(app)).toEqual([{ dates, tell: false }]));
});

test("keeps typed dates, with the reason, when they are rejected", async () => {
  const app = openMonth({ ...plannedMeeting, dates: [askedDate(1), askedDate(2, 24)] });
  const message = "Each date must lie ahead.";
  app.api["PUT /api/meetings/3/dates"] = json({ message, errors: [{ path: "/dates/1/date", message }] }, 422);
  app.api["DELETE /api/meetings/3/dates"] = plannedMeeting;
  expect(await screen.findByDisplayValue("2030-01-24")).toBeTruthy();
  type("Date 2", "2029-01-24");
  await app.user.click(screen.getByRole("button", { name: "Save the dates" }));
  await waitFor(() => expect(screen.getByLabelText("Date 2").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByDisplayValue("2029-01-24")).toBeTruthy();
  await app.user.click(screen.getByRole("button", { name: "Stop asking" }));
  await waitFor(() => expect(listSentBodies(app)).toHaveLength(2));
});
