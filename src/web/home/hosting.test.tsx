import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import type { Meeting } from "#contract/meetings.ts";
import { json, meeting, memberApi, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

const theo = { id: 7, displayName: "Theo Marsh", photoURL: null };
const nora = { id: 1, displayName: "Nora Whitfield", photoURL: null };
function openPage(changes: Partial<Meeting> = {}, path = "/") {
  setSystemTime(new Date("2026-01-21T12:00:00Z"));
  const app = openApp(path, {
    ...memberApi,
    "GET /api/meetings/current": { ...meeting, ...changes },
    "GET /api/meetings/3": () => app.api["GET /api/meetings/current"],
    "PUT /api/meetings/3/host": () => (app.api["GET /api/meetings/current"] = { ...meeting, host: nora, isHost: true }),
    "DELETE /api/meetings/3/host": () => (app.api["GET /api/meetings/current"] = meeting),
    "PATCH /api/meetings/3": () => ({ ...meeting, isHost: true }),
  });
  return app;
}

describe("whose turn it is", () => {
  test("takes one press to host, and one to give it back", async () => {
    const { user, calls } = openPage();
    await user.click(await screen.findByRole("button", { name: "I'll host" }));
    await user.click(await screen.findByRole("link", { name: "You're hosting: place, what you need, questions" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Host the meeting" })).toBeTruthy();
    expect(await screen.findByText("Saturday, in 10 days (January 31, 2026)")).toBeTruthy();
    expect(await screen.findByLabelText("Location")).toBeTruthy();
    expect(screen.getByText("What we need")).toBeTruthy();
    expect(screen.getByText("Not sure yet? Ask the members")).toBeTruthy();
    const questionLink = screen.getByRole("link", { name: "Write questions for the evening" });
    expect(questionLink.getAttribute("href")).toBe("/talk#question");
    expect(screen.queryByRole("button", { name: "Cancel or delete this meeting" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "I can't host after all" }));
    expect(await screen.findByText("You aren't hosting this meeting.")).toBeTruthy();
    await user.click(screen.getByRole("main").querySelector("a") as HTMLElement);
    expect(await screen.findByRole("button", { name: "I'll host" })).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith("/host")).map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
  });

  test("says who took the turn first", async () => {
    const { user, api } = openPage();
    const button = await screen.findByRole("button", { name: "I'll host" });
    const message = "Theo Marsh hosts this meeting already.";
    Object.assign(api, {
      "PUT /api/meetings/3/host": json({ message }, 409),
      "GET /api/meetings/current": { ...meeting, host: theo },
    });
    await user.click(button);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText("Theo Marsh hosts")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "I'll host" })).toBeNull();
  });

  test("says who hosts now when replaced during a save", async () => {
    const { user, api } = openPage({ host: nora, isHost: true }, "/meetings/3/host");
    await user.type(await screen.findByLabelText("Location"), "!");
    const message = "Only admins and this meeting's host may do this.";
    Object.assign(api, {
      "PATCH /api/meetings/3": json({ message }, 403),
      "GET /api/meetings/current": { ...meeting, host: theo },
    });
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    expect(await screen.findByText(`Failed to save the meeting. ${message}`)).toBeTruthy();
    expect(await screen.findByText("Theo Marsh hosts")).toBeTruthy();
    const locationField = screen.getByLabelText<HTMLInputElement>("Location");
    expect(locationField.value).toBe(`${meeting.location}!`);
    expect(screen.getByText("What you typed can't be saved. Copy it if you need it.")).toBeTruthy();
    await user.type(locationField, "{Backspace}");
    expect(screen.queryByLabelText("Location")).toBeNull();
    expect(screen.getByText("Theo Marsh hosts")).toBeTruthy();
  });

  test("says which dates a host can set, and why one is refused", async () => {
    const { user, api } = openPage({ host: nora, isHost: true }, "/meetings/3/host");
    const date = await screen.findByLabelText("Date");
    expect(screen.getByText(/^A new date must be at least 24 hours ahead/)).toBeTruthy();
    const message = "Choose a date at least 24 hours ahead. Admins can set any date.";
    api["PATCH /api/meetings/3"] = json({ message, errors: [{ path: "/date", message }] }, 422);
    fireEvent.change(date, { target: { value: "2020-01-08" } });
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText("Is this date right? It's in the past.")).toBeNull();
    const tooManyMessage = "A host can email members 2 times in 24 hours.";
    api["PATCH /api/meetings/3"] = json({ message: tooManyMessage }, 429);
    fireEvent.change(date, { target: { value: "2026-02-08" } });
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    expect(await screen.findByText(`Failed to save the meeting. ${tooManyMessage}`)).toBeTruthy();
  });

  test("isn't asked once a meeting is over or canceled", async () => {
    openPage({ state: "cancelled" });
    await screen.findByText("This meeting is canceled");
    expect(screen.queryByText("Who hosts next?")).toBeNull();
  });

  test("lists the turns in the server's order, and marks yours", async () => {
    openApp("/hosts", {
      ...memberApi,
      "GET /api/meetings/hosts": [
        { user: nora, times: 0, lastHosted: null, mine: true },
        { user: theo, times: 2, lastHosted: "2025-11-05", mine: false },
      ],
    });
    expect(await screen.findByText("Nora Whitfield (you)")).toBeTruthy();
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain(
      "THTheo Marsh2 times, last on November 5, 2025",
    );
    expect(screen.getByText("Hasn't hosted yet")).toBeTruthy();
  });
});

describe("a meeting online", () => {
  const link = "https://zoom.us/j/1?pwd=x#y";
  const location = `14 Willow Street (${link})`;
  const openAndFindJoinLink = async (now: string) => {
    const { unmount } = openPage({ location });
    setSystemTime(new Date(now));
    const joinLink = await screen.findByRole("link", { name: "Join online" });
    const classes = joinLink.className;
    expect((joinLink as HTMLAnchorElement).href).toBe(link);
    expect(screen.getByRole("link", { name: "14 Willow Street" })).toBeTruthy();
    unmount();
    return classes.includes("bg-wine-solid");
  };

  test("links to the call, as a button in the hour before it", async () => {
    expect(await openAndFindJoinLink("2026-01-31T22:59:00Z")).toBe(false);
    expect(await openAndFindJoinLink("2026-01-31T23:01:00Z")).toBe(true);
    expect(await openAndFindJoinLink("2026-02-01T01:59:00Z")).toBe(true);
  });

  test("links no address of another scheme", async () => {
    openPage({ location: "http://zoom.us/j/1" });
    await screen.findByText("http://zoom.us/j/1");
    expect(screen.queryByRole("link", { name: /zoom|Join/ })).toBeNull();
  });
});

describe("sharing the meeting", () => {
  test("copies the text where the browser can't share, and says so", async () => {
    const { user } = openPage({ location: "14 Willow Street https://zoom.us/j/1" });
    await user.click(await screen.findByRole("button", { name: "Share the meeting" }));
    expect(await screen.findByText("Copied to clipboard")).toBeTruthy();
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(
        `Synopses & Sips Book Club meets Sat, Jan 31, 7:00 PM EST\n14 Willow Street, online\n${globalThis.location.origin}/`,
      ),
    );
  });
});
