import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { adminApi, emptyMonth, openDashboard } from "#tests/support/admin-web.tsx";
import { readyMail } from "#tests/support/mail-samples.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { type Api, askedDate, club, json, meeting, memberApi, openApp } from "#tests/support/web.tsx";
import { unsavedAtom } from "#web/state/unsaved.ts";

afterEach(() => {
  setSystemTime();
});

const plannedMeeting = { ...meeting, date: "2030-01-30" };
const plannedFields = { date: "2030-01-30", time: "19:00", location: "14 Willow Street" };
const openMonth = (api: Api = {}) => {
  setSystemTime(new Date("2030-01-10T12:00:00Z"));
  return openApp("/admin/months/2030-01", {
    ...adminApi,
    "GET /api/months/2030-01": { ...emptyMonth("2030-01"), meetings: [plannedMeeting] },
    "GET /api/meetings/3": plannedMeeting,
    "GET /api/email/status": readyMail,
    "GET /api/meetings/3/unanswered": [{ displayName: "Theo Marsh", email: "theo@example.org" }],
    ...api,
  });
};

describe("a month's page", () => {
  test("is for admins, and for real months", async () => {
    const firstApp = openApp("/admin/months/2030-01", memberApi);
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
    firstApp.unmount();
    openApp("/admin/months/2030-13", adminApi);
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });

  test("saves a future month, and leaves this one unchanged", async () => {
    const savedMonth = { ...emptyMonth("2030-01"), message: "Dear all", messageFrom: "2030-01" };
    const { calls, user } = openMonth({
      "GET /api/months/2030-01": { ...emptyMonth("2030-01"), message: "December", messageFrom: "2029-12" },
      "PATCH /api/months/2030-01": savedMonth,
      "POST /api/meetings": json(plannedMeeting, 201),
    });
    expect(await screen.findByText(/keeps the message from December 2029/)).toBeTruthy();
    await user.type(screen.getByLabelText("Message for January 2030"), "Dear all");
    await user.click(screen.getByRole("button", { name: "Save message" }));
    expect(await screen.findByText("Message saved")).toBeTruthy();
    await user.type(screen.getByLabelText("Location"), "The cellar");
    await user.click(screen.getByRole("button", { name: "Plan meeting" }));
    expect(await screen.findByText("Meeting planned")).toBeTruthy();
    expect(calls.filter(({ method }) => method !== "GET").map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", { message: "Dear all", was: { message: "" } }],
      ["POST", { date: "", time: "", location: "The cellar", bookId: null }],
    ]);
  });

  test("shows a message that another admin saved in the meantime", async () => {
    const errors = [{ path: "/message", message: "Someone else changed this in the meantime" }];
    const { api, calls, user } = openMonth({
      "PATCH /api/months/2030-01": json({ message: "Someone else changed this in the meantime.", errors }, 409),
    });
    await user.type(await screen.findByLabelText("Message for January 2030"), "Dear all");
    const theirMonth = { ...emptyMonth("2030-01"), message: "Hello", messageFrom: "2030-01" };
    api["GET /api/months/2030-01"] = theirMonth;
    await user.click(screen.getByRole("button", { name: "Save message" }));
    expect(await screen.findByText("Someone else changed this too")).toBeTruthy();
    expect(await screen.findByText("Hello")).toBeTruthy();
    api["PATCH /api/months/2030-01"] = { ...theirMonth, message: "Dear all" };
    await user.click(screen.getByRole("button", { name: "Save message" }));
    expect(await screen.findByText("Message saved")).toBeTruthy();
    expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { message: "Dear all", was: { message: "" } },
      { message: "Dear all", was: { message: "Hello" } },
    ]);
  });

  test("moves and cancels a meeting, with an optional email", async () => {
    const { calls, user } = openMonth({
      "PATCH /api/meetings/3": plannedMeeting,
      "POST /api/meetings/3/cancel": { ...plannedMeeting, state: "cancelled" },
    });
    await screen.findByRole("button", { name: "Save meeting" });
    const [date] = screen.getAllByLabelText<HTMLInputElement>("Date");
    expect(date?.value).toBe("2030-01-30");
    await user.click(await screen.findByLabelText(/^Tell the members/));
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    await screen.findByText("Meeting saved");
    await user.click(screen.getByRole("button", { name: "Cancel or delete this meeting" }));
    await user.click(await screen.findByRole("menuitem", { name: "Cancel meeting" }));
    const confirmDialog = await screen.findByRole("dialog", { name: "Cancel this meeting?" });
    expect(calls.some(({ path }) => path.endsWith("/cancel"))).toBe(false);
    await user.click(within(confirmDialog).getByLabelText(/^Tell the members/));
    await user.click(screen.getByRole("button", { name: "Cancel it" }));
    await screen.findByText("Meeting canceled");
    expect(calls.filter(({ method }) => method !== "GET").map(({ path, body }) => [path, body])).toEqual([
      ["/api/meetings/3", { ...plannedFields, was: plannedFields, tell: true }],
      ["/api/meetings/3/cancel", { tell: true }],
    ]);
  });

  test("shows a date that another admin saved in the meantime", async () => {
    const errors = [{ path: "/date", message: "Someone else changed this in the meantime" }];
    const { api, calls, user } = openMonth({ "PATCH /api/meetings/3": json({ message: "Changed.", errors }, 409) });
    await screen.findByRole("button", { name: "Save meeting" });
    const [dateField] = screen.getAllByLabelText<HTMLInputElement>("Date");
    fireEvent.change(dateField as HTMLInputElement, { target: { value: "2030-01-29" } });
    api["GET /api/meetings/3"] = { ...plannedMeeting, date: "2030-01-23" };
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    expect(await screen.findByText("2030-01-23")).toBeTruthy();
    expect(dateField?.value).toBe("2030-01-29");
    await user.click(screen.getByRole("button", { name: "Use theirs" }));
    expect(dateField?.value).toBe("2030-01-23");
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({ was: { date: "2030-01-30" } });
  });

  test("keeps typed text when someone else changes the meeting", async () => {
    const { api, calls, queryClient, user } = openMonth();
    await screen.findByRole("button", { name: "Save meeting" });
    // the first field: another meeting can be planned below
    const locationField = () => screen.getAllByLabelText<HTMLInputElement>("Location")[0] as HTMLInputElement;
    await user.clear(locationField());
    await user.type(locationField(), "The cellar ");
    const movedMeeting = { ...plannedMeeting, time: "20:30", sequence: 1 };
    api["GET /api/meetings/3"] = movedMeeting;
    await queryClient.invalidateQueries();
    expect(await screen.findAllByDisplayValue("20:30")).not.toEqual([]);
    expect(locationField().value).toBe("The cellar ");
    const savedMeeting = { ...movedMeeting, location: "The cellar", sequence: 2 };
    Object.assign(api, { "PATCH /api/meetings/3": savedMeeting, "GET /api/meetings/3": savedMeeting });
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    expect(await screen.findByText("Meeting saved")).toBeTruthy();
    expect(locationField().value).toBe("The cellar");
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      location: "The cellar ",
      was: { location: plannedMeeting.location },
      tell: false,
    });
    expect(getDefaultStore().get(unsavedAtom).size).toBe(0);
  });

  test("shows a quantity changed elsewhere, and doesn't revert it", async () => {
    const need = { id: 5, what: "Red wine", quantity: 2, left: 2, claims: [] };
    const { api, calls, queryClient, user } = openMonth({
      "GET /api/meetings/3": { ...plannedMeeting, needs: [need] },
    });
    const getBox = () => screen.getByLabelText<HTMLInputElement>("How many of Red wine");
    await screen.findByLabelText("How many of Red wine");
    api["GET /api/meetings/3"] = { ...plannedMeeting, needs: [{ ...need, quantity: 3, left: 3 }] };
    await queryClient.invalidateQueries();
    await waitFor(() => expect(getBox().value).toBe("3"));
    await user.click(getBox());
    await user.tab();
    expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("offers no email where mail is off", async () => {
    const { user } = openMonth({ "GET /api/club": { ...club, mailOn: false } });
    await user.click(await screen.findByRole("button", { name: "Cancel or delete this meeting" }));
    await user.click(await screen.findByRole("menuitem", { name: "Cancel meeting" }));
    const confirmDialog = await screen.findByRole("dialog", { name: "Cancel this meeting?" });
    expect(confirmDialog.textContent).toContain("You can restore the meeting later.");
    expect(screen.queryAllByLabelText(/^Tell the members/).length).toBe(0);
  });

  test("asks before a past date ends the meeting", async () => {
    const overMeeting = { ...plannedMeeting, state: "over", correctableUntil: "2030-01-17T12:00:00.000Z" };
    const { api, calls, user } = openMonth({ "PATCH /api/meetings/3": overMeeting });
    await screen.findByRole("button", { name: "Save meeting" });
    const [date] = screen.getAllByLabelText<HTMLInputElement>("Date");
    fireEvent.change(date as HTMLElement, { target: { value: "2030-01-03" } });
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    const confirmDialog = await screen.findByRole("dialog", { name: /in the past/ });
    expect(confirmDialog.textContent).toContain("This ends the meeting and opens the talk");
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    api["GET /api/meetings/3"] = { ...overMeeting, date: "2030-01-03", sequence: 1 };
    await user.click(screen.getByRole("button", { name: "Save it" }));
    expect(await screen.findByText(/^This meeting is over\. You can correct it until/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel or delete this meeting" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Delete meeting"]);
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({ date: "2030-01-03" });
  });

  test("opens at the meeting's date when the checklist leads there", async () => {
    setSystemTime(new Date("2030-01-10T12:00:00Z"));
    const { user } = openDashboard("content", {
      "GET /api/months/2030-01": { ...emptyMonth("2030-01"), missing: ["meeting"] },
      "GET /api/months/2030-02": emptyMonth("2030-02"),
    });
    await user.click((await screen.findAllByRole("link", { name: "Plan the meeting" }))[0] as HTMLElement);
    await screen.findByRole("button", { name: "Plan meeting" });
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("date"));
  });

  test("doesn't call a past month's mail canceled in the checklist", async () => {
    setSystemTime(new Date("2030-01-10T12:00:00Z"));
    openDashboard("content", {
      "GET /api/months/2030-01": emptyMonth("2030-01"),
      "GET /api/months/2030-02": emptyMonth("2030-02"),
    });
    expect(await screen.findByText("Monthly email wasn't sent")).toBeTruthy();
    expect(screen.getByText("Monthly email is off")).toBeTruthy();
  });

  test("doesn't call a month's mail sent while it's being sent", async () => {
    setSystemTime(new Date("2030-01-10T12:00:00Z"));
    const mail = { state: "sent", sendsAt: "2030-01-01T14:00:00.000Z", reaches: 8 };
    openDashboard("content", {
      "GET /api/months/2030-01": { ...emptyMonth("2030-01"), mail: { ...mail, waiting: 5 } },
      "GET /api/months/2030-02": { ...emptyMonth("2030-02"), mail },
    });
    expect(await screen.findByText("Monthly email sent to 3 of 8 members so far")).toBeTruthy();
    expect(screen.getByText("Monthly email sent to 8 members")).toBeTruthy();
  });

  test("shows the server's error beside an impossible date", async () => {
    const message = "There is no such day as 2030-02-31";
    const { user } = openMonth({
      "PATCH /api/meetings/3": json({ message, errors: [{ path: "/date", message }] }, 422),
    });
    await user.click(await screen.findByRole("button", { name: "Save meeting" }));
    const [date] = await screen.findAllByLabelText("Date");
    await waitFor(() => expect(date?.getAttribute("aria-describedby")).toEndWith("-error"));
  });

  test("lists who hasn't answered, and adds what is needed", async () => {
    const { calls, user } = openMonth({ "POST /api/meetings/3/needs": json({ id: 1 }, 201) });
    expect(await screen.findByText("theo@example.org")).toBeTruthy();
    expect(screen.getByText("1 member hasn't answered")).toBeTruthy();
    await user.type(screen.getByLabelText("Needed"), " Red wine ");
    await user.clear(screen.getByLabelText("How many"));
    await user.type(screen.getByLabelText("How many"), "3{Enter}");
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ what: "Red wine", quantity: 3 }),
    );
  });

  test("counts no answers while a date is asked for", async () => {
    const answers = { yes: 5, maybe: 1, no: 0, guests: 0 };
    const undatedMeeting = { ...plannedMeeting, date: "", time: "", startsAt: null, answers, dates: [askedDate(1)] };
    openMonth({ "GET /api/meetings/3": undatedMeeting });
    expect(await screen.findByText("No date yet")).toBeTruthy();
    expect(screen.queryByText("5 coming")).toBeNull();
    expect(screen.queryByText("1 member hasn't answered")).toBeNull();
  });

  test("removes needs and claims only after a time to undo", async () => {
    const claims = [{ user: { id: 7, displayName: "Theo Marsh", photoURL: null }, quantity: 1, mine: false }];
    const breadNeed = { id: 8, what: "Bread", quantity: 2, left: 1, claims };
    const { api, calls, user } = openMonth({ "GET /api/meetings/3": { ...plannedMeeting, needs: [breadNeed] } });
    const listRemovedPaths = () => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);
    await user.click(await screen.findByRole("button", { name: "Remove Bread" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const removeButton = await screen.findByRole("button", { name: "Remove Bread" });
    expect(listRemovedPaths()).toEqual([]);
    api["DELETE /api/needs/8"] = () => {
      api["GET /api/meetings/3"] = plannedMeeting;
      return new Response(null, { status: 204 });
    };
    await skippingDelay(10_000, async () => fireEvent.click(removeButton));
    await waitFor(() => expect(listRemovedPaths()).toEqual(["/api/needs/8"]));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  });
});
