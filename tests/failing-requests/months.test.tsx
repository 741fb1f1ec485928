import { fireEvent, waitFor } from "@testing-library/react";

import { adminApi, emptyMonth } from "#tests/support/admin-web.tsx";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { type Api, askedDate, meeting, openApp } from "#tests/support/web.tsx";

import { withReason } from "./failures.ts";
import { press } from "./page-steps.ts";
import { testFailures } from "./test-failures.ts";

const plannedMeeting = {
  ...meeting,
  date: "2030-01-30",
  needs: [{ id: 5, what: "Ice", quantity: 2, left: 2, claims: [] }],
};
/** The page of a future month with one meeting. */
const month =
  (api: Api = {}) =>
  () =>
    openApp("/admin/months/2030-01", {
      ...adminApi,
      "GET /api/months/2030-01": { ...emptyMonth("2030-01"), meetings: [plannedMeeting] },
      "GET /api/meetings/3": plannedMeeting,
      "GET /api/meetings/3/unanswered": [],
      ...api,
    });
const canceledApi = { "GET /api/meetings/3": { ...plannedMeeting, state: "cancelled" } };

/** By keyboard, because menus open before the click. */
const chooseFromMenu = (item: string, confirm: string) => async () => {
  const menu = await waitFor(() => {
    const menuButton = document.querySelector<HTMLButtonElement>("[aria-label='Cancel or delete this meeting']");
    if (!menuButton || menuButton.disabled) throw new Error("There is no menu");
    return menuButton;
  });
  fireEvent.keyDown(menu, { key: "Enter" });
  await press(item);
  await press(confirm);
};

testFailures({
  "GET /api/months/2030-01": { open: month() },
  "GET /api/meetings/3": { open: month() },
  "GET /api/meetings/3/unanswered": { open: month() },
  "PATCH /api/months/2030-01": {
    open: month(),
    types: { "Message for January 2030": "Dear all" },
    make: "Save message",
    says: withReason("Failed to save the message."),
    waiting: "Saving...",
  },
  "POST /api/meetings": {
    open: month({ "GET /api/months/2030-01": emptyMonth("2030-01") }),
    types: { Location: "The cellar" },
    make: "Plan meeting",
    says: withReason("Failed to plan the meeting."),
    waiting: "Saving...",
  },
  "PATCH /api/meetings/3": {
    open: month(),
    make: "Save meeting",
    says: withReason("Failed to save the meeting."),
    waiting: "Saving...",
  },
  "POST /api/meetings/3/cancel": {
    open: month(),
    make: chooseFromMenu("Cancel meeting", "Cancel it"),
    says: "Failed to cancel the meeting.",
  },
  "POST /api/meetings/3/restore": {
    open: month(canceledApi),
    make: chooseFromMenu("Restore meeting", "Restore it"),
    says: "Failed to restore the meeting.",
  },
  "DELETE /api/meetings/3": {
    open: month(),
    make: chooseFromMenu("Delete meeting", "Delete it"),
    says: "Failed to delete the meeting.",
  },
  "PUT /api/meetings/3/dates": {
    open: month(),
    types: { "Date 1": "2030-01-23", "Date 2": "2030-01-24" },
    make: "Ask the members",
    says: withReason("Failed to ask the members."),
    waiting: "Saving...",
  },
  "DELETE /api/meetings/3/dates": {
    open: month({ "GET /api/meetings/3": { ...plannedMeeting, dates: [askedDate(9)] } }),
    make: "Stop asking",
    says: "Failed to stop asking.",
  },
  "DELETE /api/meetings/3/host": {
    open: month({
      "GET /api/meetings/3": { ...plannedMeeting, host: { id: 7, displayName: "Theo Marsh", photoURL: null } },
    }),
    make: () =>
      waitFor(() => {
        const host = [...document.querySelectorAll("select")].find(({ labels }) => labels[0]?.textContent === "Host");
        if (!host) throw new Error("No list of hosts");
        fireEvent.change(host, { target: { value: "" } });
      }),
    says: withReason("The host wasn't saved."),
  },
  "POST /api/meetings/3/needs": {
    open: month(),
    types: { Needed: "Red wine" },
    make: "Add",
    says: "Couldn't add it.",
  },
  "PATCH /api/needs/5": {
    open: month(),
    make: () =>
      waitFor(() => {
        const input = document.querySelector<HTMLInputElement>('input[aria-label="How many of Ice"]');
        if (!input) throw new Error("No number of Ice");
        fireEvent.change(input, { target: { value: "3" } });
        fireEvent.blur(input);
      }),
    says: "Failed to change that.",
  },
  "DELETE /api/needs/5": {
    open: month(),
    make: () => skippingDelay(10_000, () => press("Remove Ice")),
    says: "Failed to remove that.",
  },
});
