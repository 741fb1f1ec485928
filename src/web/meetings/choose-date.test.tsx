import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor, within } from "@testing-library/react";

import type { NamedDate } from "#contract/meeting-dates.ts";
import type { Meeting } from "#contract/meetings.ts";
import { ada } from "#tests/support/admin-web.tsx";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { json, meeting, memberApi, openApp } from "#tests/support/web.tsx";

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
  datesAnsweredBy: [theo, iris],
  datesWaiting: [{ id: 1, displayName: "Nora Whitfield", photoURL: null }],
};
/** The host's page with a server that stores the choice. */
function openPage(changes: Partial<Meeting> = {}, user: object = {}) {
  setSystemTime(new Date("2026-01-21T12:00:00Z"));
  const app = openApp("/meetings/3/host", {
    ...memberApi,
    "GET /api/auth/user": { ...(memberApi["GET /api/auth/user"] as object), ...user },
    "GET /api/meetings/current": { ...meetingWithDates, ...changes },
    "GET /api/meetings/3": () => app.api["GET /api/meetings/current"],
    "POST /api/meetings/3/dates/5/choose": () =>
      (app.api["GET /api/meetings/current"] = { ...meetingWithDates, date: "2026-02-05", dates: [], datesAnswered: 0 }),
  });
  return app;
}
const listSentChoices = ({ calls }: ReturnType<typeof openPage>) =>
  calls.filter(({ path }) => path.endsWith("/choose")).map(({ body }) => body);
async function choose({ user }: ReturnType<typeof openPage>) {
  await user.click(await screen.findByRole("button", { name: "Choose Thu, Feb 5, 7:00 PM" }));
  await user.click(await screen.findByRole("button", { name: "Set the date" }));
}

describe("choosing the date", () => {
  test("tells two members apart who have the same name and no photo", async () => {
    const [ann, otherMember] = [5, 9].map((id) => ({ id, displayName: "Ann", photoURL: null }));
    if (!ann || !otherMember) throw new Error("There are two");
    const people = [{ user: ann, answer: "yes" as const, guests: 0 }];
    const app = openPage({ people, dates: [createOption(5, [ann, otherMember, iris])], datesWaiting: [theo] }, ada);
    await screen.findByText("Choose the date: 2 answered");
    expect(screen.getByText(/^3 can come:/).textContent).toBe("3 can come: Ann (member 5), Ann (member 9), Iris Vale");
    await app.user.click(screen.getByRole("button", { name: "Choose Thu, Feb 5, 7:00 PM" }));
    const confirmDialog = await screen.findByRole("dialog", { name: "Meet on Thu, Feb 5, 7:00 PM?" });
    // the first Ann has already answered; the other one becomes "coming", like Iris
    expect(confirmDialog.textContent).toContain("2 people become “coming”");
  });

  test("shows the best date first, and what setting it does", async () => {
    const people = [{ user: theo, answer: "maybe" as const, guests: 0 }];
    const app = openPage({ people }, ada);
    await screen.findByText("Choose the date: 2 answered");
    const rows = screen.getAllByRole("button", { name: /^Choose / });
    expect(rows.map((row) => row.getAttribute("aria-label"))).toEqual([
      "Choose Thu, Feb 5, 7:00 PM",
      "Choose Wed, Feb 4, 7:00 PM",
    ]);
    expect(screen.getAllByText(/can't come:/).map(({ textContent }) => textContent)).toEqual([
      "1 can't come: Iris Vale",
    ]);
    expect(screen.getByText(/^2 can come:/).textContent).toBe("2 can come: Theo Marsh, Iris Vale");
    expect(screen.getByText(/^Haven't answered:/).textContent).toBe("Haven't answered: Nora Whitfield");
    await app.user.click(screen.getByRole("button", { name: "Choose Thu, Feb 5, 7:00 PM" }));
    const confirmDialog = await screen.findByRole("dialog", { name: "Meet on Thu, Feb 5, 7:00 PM?" });
    expect(confirmDialog.textContent).toContain("1 person becomes “coming”, and this closes the poll.");
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
    await app.user.click(within(confirmDialog).getByLabelText(/^Tell the members/));
    const setButton = within(confirmDialog).getByRole("button", { name: "Set the date" });
    await skippingDelay(10_000, async () => fireEvent.click(setButton));
    await waitFor(() => expect(listSentChoices(app)).toEqual([{ tell: true }]));
    await waitFor(() => expect(screen.queryAllByText(/^Choose the date/).length).toBe(0));
    expect(screen.queryAllByRole("button", { name: "Undo" }).length).toBe(0);
  });

  test("counts an answer that arrives while it asks", async () => {
    const app = openPage({ dates: [createOption(5, [])], datesAnswered: 0, datesAnsweredBy: [] }, ada);
    await app.user.click(await screen.findByRole("button", { name: "Choose Thu, Feb 5, 7:00 PM" }));
    const confirmDialog = await screen.findByRole("dialog", { name: "Meet on Thu, Feb 5, 7:00 PM?" });
    expect(confirmDialog.textContent).toContain("This closes the poll.");
    app.api["GET /api/meetings/current"] = { ...meetingWithDates, dates: [createOption(5, [theo])], datesAnswered: 1 };
    await app.queryClient.invalidateQueries();
    await waitFor(() => expect(confirmDialog.textContent).toContain("1 person becomes “coming”"));
  });

  test("can be undone, and is sent when the app is put aside", async () => {
    const app = openPage({}, ada);
    await choose(app);
    expect((await screen.findByText("We'll meet on Thu, Feb 5, 7:00 PM")).tagName).toBe("OUTPUT");
    await app.user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Choose the date: 2 answered")).toBeTruthy();
    expect(listSentChoices(app)).toEqual([]);
    await choose(app);
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    fireEvent(document, new Event("visibilitychange"));
    Reflect.deleteProperty(document, "hidden");
    await waitFor(() => expect(listSentChoices(app)).toEqual([{ tell: false }]));
  });

  test("moves focus to Undo, and then back to the question", async () => {
    const app = openPage({}, ada);
    const { user } = app;
    await screen.findByText("Choose the date: 2 answered");
    screen.getByRole("button", { name: "Choose Thu, Feb 5, 7:00 PM" }).focus();
    await user.keyboard("{Enter}");
    (await screen.findByRole("button", { name: "Set the date" })).focus();
    await user.keyboard("{Enter}");
    const undoButton = await screen.findByRole("button", { name: "Undo" });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(document.activeElement === undoButton).toBe(true);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Choose Thu, Feb 5, 7:00 PM"));
  });

  test("says why it failed, and asks again", async () => {
    const app = openPage({}, ada);
    const errorText = "This date has passed. Choose another one.";
    for (const [answer, message] of [
      [() => json({ message: errorText }, 409), errorText],
      [() => new Response(null, { status: 500 }), "The date wasn't set. Please try again."],
    ] as const) {
      app.api["POST /api/meetings/3/dates/5/choose"] = answer;
      await choose(app);
      dispatchEvent(new Event("pagehide"));
      expect(await screen.findByText(message)).toBeTruthy();
      expect(await screen.findByText("Choose the date: 2 answered")).toBeTruthy();
    }
  });

  test("is there for the host, too", async () => {
    openPage({ isHost: true, host: theo });
    expect(await screen.findByText("Choose the date: 2 answered")).toBeTruthy();
  });
});
