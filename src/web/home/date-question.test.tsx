import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import type { NamedDate } from "#contract/meeting-dates.ts";
import type { Meeting } from "#contract/meetings.ts";
import { meeting, memberApi, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

const theo = { id: 7, displayName: "Theo Marsh", photoURL: null };
const iris = { id: 8, displayName: "Iris Vale", photoURL: null };
const createOption = (id: number, people: NamedDate["people"]): NamedDate => ({
  id,
  date: `2026-02-0${id}`,
  time: "19:00",
  startsAt: `2026-02-0${id + 1}T00:00:00.000Z`,
  can: people.length,
  people,
  mine: false,
});
const meetingWithDates: Meeting = {
  ...meeting,
  dates: [createOption(4, [theo]), createOption(5, [theo, iris])],
  datesAnswered: 2,
  datesWaiting: [{ id: 1, displayName: "Nora Whitfield", photoURL: null }],
};
/** Home with a server that stores the answer. */
function openHome(changes: Partial<Meeting> = {}, user: object = {}) {
  setSystemTime(new Date("2026-01-21T12:00:00Z"));
  const app = openApp("/", {
    ...memberApi,
    "GET /api/auth/user": { ...(memberApi["GET /api/auth/user"] as object), ...user },
    "GET /api/meetings/current": { ...meetingWithDates, ...changes },
    "PUT /api/meetings/3/dates/mine": (body: unknown) => {
      const { ids } = body as { ids: number[] };
      const currentMeeting = app.api["GET /api/meetings/current"] as Meeting;
      const dates = currentMeeting.dates.map((date) => ({ ...date, mine: ids.includes(date.id) }));
      return (app.api["GET /api/meetings/current"] = { ...currentMeeting, dates, datesMine: true });
    },
  });
  return app;
}
const listSentAnswers = ({ calls }: ReturnType<typeof openHome>) =>
  calls.filter(({ method }) => method === "PUT").map(({ body }) => body);

describe("the question for a date", () => {
  test("saves each press, adding, removing or 'none of these'", async () => {
    const app = openHome();
    const firstButton = await screen.findByRole("button", { name: "Wed, Feb 4 1 can come, 7:00 PM" });
    const secondButton = screen.getByRole("button", { name: /^Thu, Feb 5/ });
    for (const button of [firstButton, secondButton, firstButton]) await app.user.click(button);
    await app.user.click(screen.getByRole("button", { name: "None of these" }));
    await waitFor(() =>
      expect(listSentAnswers(app)).toEqual([{ ids: [4] }, { ids: [4, 5] }, { ids: [5] }, { ids: [] }]),
    );
    expect(screen.queryByText(/Choose the date/)).toBeNull();
  });

  test.each([
    ["once if all dates share it", "19:00", "At 7:00 PM", "Thu, Feb 5"],
    ["for each date if they differ", "20:00", "When can you come?", "Thu, Feb 5, 7:00 PM"],
  ])("shows the time %s", async (_, otherDate, expectedLine, expectedText) => {
    openHome({
      dates: meetingWithDates.dates.map((date) => ({ ...date, time: date.id === 5 ? "19:00" : otherDate, can: 0 })),
    });
    expect(await screen.findByText(expectedLine)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Thu, Feb 5, 7:00 PM" }).childNodes[1]?.textContent).toBe(expectedText);
  });

  test("names a date as it's shown, before the time that all share", async () => {
    openHome({ dates: meetingWithDates.dates.map((date) => ({ ...date, time: "19:00", can: 3 })) });
    expect(await screen.findByRole("button", { name: "Thu, Feb 5 3 can come, 7:00 PM" })).toBeTruthy();
  });

  test("is one line once it's answered, and opens again to change", async () => {
    const dates = meetingWithDates.dates.map((date) => ({ ...date, mine: date.id === 5 }));
    const app = openHome({ datesMine: true, dates });
    expect(await screen.findByText("Thu, Feb 5 suits you")).toBeTruthy();
    expect(screen.queryByText(/When can you come/)).toBeNull();
    await app.user.click(screen.getByRole("button", { name: "Change" }));
    await app.user.click(screen.getByRole("button", { name: /^Wed, Feb 4/ }));
    await waitFor(() => expect(listSentAnswers(app)).toEqual([{ ids: [5, 4] }]));
  });

  test("asks also before the meeting has any date", async () => {
    openHome({ date: "", time: "", location: "", startsAt: null });
    expect(await screen.findByText("We're choosing a date")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Wed, Feb 4/ })).toBeTruthy();
  });

  test("replaces the answer buttons until a date is set", async () => {
    const answersGiven = { mine: { answer: "yes" as const, guests: 0 }, datesMine: true };
    const { unmount } = openHome(answersGiven);
    expect(await screen.findByText("No date works for you")).toBeTruthy();
    for (const name of ["I'm coming", "Maybe", "I can't"]) expect(screen.queryByRole("button", { name })).toBeNull();
    unmount();
    openHome({ ...answersGiven, dates: [] });
    expect(await screen.findByRole("button", { name: "I'm coming", pressed: true })).toBeTruthy();
    expect(screen.queryByText("No date works for you")).toBeNull();
  });

  test("counts nobody while a date is asked for, names the host", async () => {
    const people = [{ user: theo, answer: "yes" as const, guests: 0 }];
    openHome({ people, host: iris });
    expect(await screen.findByText("Iris Vale hosts")).toBeTruthy();
    expect(screen.queryByText("Theo Marsh")).toBeNull();
  });

  test("takes the next press while one is being saved", async () => {
    const app = openHome();
    const saveAnswer = app.api["PUT /api/meetings/3/dates/mine"] as (body: unknown) => unknown;
    const pendingAnswers: (() => void)[] = [];
    app.api["PUT /api/meetings/3/dates/mine"] = async (body: unknown) => {
      await new Promise<void>((resolve) => pendingAnswers.push(resolve));
      return saveAnswer(body);
    };
    await app.user.click(await screen.findByRole("button", { name: /^Wed, Feb 4/ }));
    await app.user.click(screen.getByRole("button", { name: /^Thu, Feb 5/ }));
    await waitFor(() => expect(pendingAnswers).toHaveLength(1));
    pendingAnswers[0]?.();
    await waitFor(() => expect(pendingAnswers).toHaveLength(2));
    pendingAnswers[1]?.();
    await waitFor(() => expect(listSentAnswers(app)).toEqual([{ ids: [4] }, { ids: [4, 5] }]));
    for (const name of [/^Wed, Feb 4/, /^Thu, Feb 5/])
      expect(screen.getByRole("button", { name }).getAttribute("aria-pressed")).toBe("true");
  });

  test("isn't asked while the meeting is canceled", async () => {
    openHome({ state: "cancelled" });
    expect(await screen.findByText("This meeting is canceled")).toBeTruthy();
    expect(screen.queryByText(/When can you come/)).toBeNull();
  });
});
