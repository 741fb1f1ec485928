import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { createEvent } from "ics";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import { createMeetingEvent, isMeetingSet } from "#contract/meeting.ts";
import type { Meeting } from "#contract/meetings.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";
import { book, club, content, meeting, memberApi, nora, openApp } from "#tests/support/web.tsx";
import { clearNewMember, storeNewMember } from "#web/state/new-member.ts";

afterEach(() => {
  setSystemTime();
});

/** Opens Home at a time. @returns how often it has requested the posts */
async function openAt(now: number) {
  setSystemTime(now);
  const app = openApp("/", memberApi);
  await screen.findByText(content.welcomeMessage);
  const countRequests = () => app.calls.filter(({ path }) => path === "/api/posts").length;
  await waitFor(() => expect(countRequests()).toBe(1));
  return { app, now, asked: countRequests };
}

describe("the home page", () => {
  test("shows cached data offline, says so, refreshes online", async () => {
    const respondStored = (value: unknown) => () =>
      Response.json(value, { headers: { [LAST_SEEN_HEADER]: new Date("2026-01-30T14:14:00Z").toISOString() } });
    const app = openApp(
      "/",
      Object.fromEntries(Object.entries(memberApi).map(([call, answer]) => [call, respondStored(answer)])),
    );
    expect(await screen.findByText(content.welcomeMessage)).toBeTruthy();
    expect(await screen.findByText(meeting.location)).toBeTruthy();
    expect(screen.getAllByText(/Last updated Jan 30/)).toHaveLength(1);
    expect(screen.queryByText(/could not load/)).toBeNull();
    Object.assign(app.api, memberApi, { "GET /api/meetings/current": { ...meeting, location: "9 Elm Street" } });
    for (const networkEvent of ["offline", "online"]) dispatchEvent(new Event(networkEvent));
    expect(await screen.findByText("9 Elm Street")).toBeTruthy();
    expect(screen.queryByText(/Last updated/)).toBeNull();
  });

  test("opens in a browser that doesn't know the club's time zone", async () => {
    openApp("/", { ...memberApi, "GET /api/club": { ...club, timeZone: "America/Not_Known_Yet" } });
    expect(await screen.findByText(meeting.location)).toBeTruthy();
    expect(screen.getByText("7:00 PM")).toBeTruthy();
  });

  test("shows someone's new post on return after a minute", async () => {
    const { now, asked } = await openAt(Date.now());
    setSystemTime(now + 59_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(asked()).toBe(1);
    setSystemTime(now + 61_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(asked()).toBe(2));
  });

  test("shows what is new when it's opened by its tab", async () => {
    const { app, now, asked } = await openAt(Date.now());
    const [tabs] = screen.getAllByRole("navigation", { name: "Main" });
    if (!tabs) throw new Error("no tabs");
    await app.user.click(within(tabs).getByRole("link", { name: "eBook" }));
    await waitFor(() => expect(screen.queryByText(content.welcomeMessage)).toBeNull());
    setSystemTime(now + 10_000);
    await app.user.click(within(tabs).getByRole("link", { name: "Home" }));
    await waitFor(() => expect(asked()).toBe(2));
  });

  describe("the order of its cards", () => {
    const welcome = `Welcome, ${nora.displayName}`;
    const order = [
      "This Month's Meeting",
      book.title,
      "Still needed",
      "A Message from the Team",
      "Snacks & Drinks Board",
    ];
    const needs = [{ id: 5, what: "Red wine", quantity: 3, left: 2, claims: [] }];
    async function listTitles() {
      const { unmount } = openApp("/", { ...memberApi, "GET /api/meetings/current": { ...meeting, needs } });
      await screen.findByText("A Message from the Team");
      const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
      unmount();
      return titles.map((title) => title.replace(/^TE(?=A )/, ""));
    }

    test("has the meeting and the book first, and the welcome last", async () => {
      expect(await listTitles()).toEqual([...order, welcome]);
    });

    test("welcomes a new member first, once", async () => {
      storeNewMember(nora.id);
      expect(await listTitles()).toEqual([welcome, ...order]);
      expect(await listTitles()).toEqual([...order, welcome]);
    });

    test("welcomes nobody else who signs in on a new member's device", async () => {
      storeNewMember(nora.id + 1);
      expect(await listTitles()).toEqual([...order, welcome]);
      clearNewMember();
    });
  });

  test("shows the season's image, tagline and selection", async () => {
    setSystemTime(new Date("2026-07-10T12:00:00Z"));
    openApp("/", memberApi);
    expect(await screen.findByText("Summer Selection")).toBeTruthy();
    const image = screen.getByRole("img", { name: /mouse/ });
    expect(image.getAttribute("src")).toBe("/images/book%20mouse%20summer.jpg");
    expect(document.documentElement.dataset["season"]).toBe("summer");
  });

  test("shows welcome, book, month, meeting and message", async () => {
    openApp("/", memberApi);
    expect(await screen.findByText(content.welcomeMessage)).toBeTruthy();
    expect(await screen.findByRole("heading", { name: book.title })).toBeTruthy();
    for (const text of [
      "by Kenneth Grahame",
      "January 2026",
      book.synopsis,
      "This Month's Meeting",
      "January 31, 2026",
      "7:00 PM",
      "14 Willow Street",
      "A Message from the Team",
      content.presidentMessage,
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  test("shows the evening's questions once you've read that far", async () => {
    const newQuestion = {
      id: 1,
      text: "Was it fair?",
      author: { id: 9, displayName: "Ada", photoURL: null },
      createdAt: "2026-01-05T17:00:00Z",
      editedAt: null,
      mine: false,
      fraction: 0.9,
      chapter: null,
      quote: "",
      kind: "question",
      hearts: 0,
      hearted: false,
      replies: [],
    };
    const api = {
      ...memberApi,
      "GET /api/books/7/notes": (_body: unknown, _init: unknown, query: URLSearchParams) => ({
        reached: 1,
        open: false,
        notes: query.get("kind") === "question" ? [newQuestion] : [],
        ahead: [],
      }),
    };
    openApp("/", api);
    expect(await screen.findByText("1 question for the evening")).toBeTruthy();
    expect(screen.getByText("Was it fair?")).toBeTruthy();
    const getLinkPath = () => screen.getByText<HTMLAnchorElement>("Talk about them, or print them").pathname;
    expect(getLinkPath()).toBe("/talk");
    cleanup();
    // a new month has begun, but the meeting is still about last month's book
    openApp("/", { ...api, "GET /api/books/current": { ...book, id: 8 } });
    await waitFor(() => expect(getLinkPath()).toBe("/shelf/7"));
  });

  test("says what to do without book, meeting and message", async () => {
    const emptyContent = {
      welcomeMessage: "",
      presidentMessage: "",
      meetingDate: "",
      meetingTime: "",
      meetingLocation: "",
    };
    openApp("/", {
      ...memberApi,
      "GET /api/content": emptyContent,
      "GET /api/books/current": () => Response.json(null),
      "GET /api/meetings/current": () => Response.json(null),
    });
    expect(await screen.findByText(/No book has been chosen yet/)).toBeTruthy();
    expect(screen.getByText(/The next meeting has no date yet/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add to Calendar" })).toBeNull();
  });

  test("omits Add to Calendar until date, time and place are set", async () => {
    openApp("/", {
      ...memberApi,
      "GET /api/content": { ...content, meetingLocation: "" },
      "GET /api/meetings/current": { ...meeting, location: "" },
    });
    const button = (await screen.findByRole("button", { name: "Add to Calendar" })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    expect(isMeetingSet(meeting)).toBe(true);
  });

  test("shows an invalid date as typed", async () => {
    expectErrors(/^Not a date or time: /);
    openApp("/", { ...memberApi, "GET /api/meetings/current": { ...meeting, date: "soon" } });
    expect(await screen.findByText("soon")).toBeTruthy();
  });
});

describe("the meeting card", () => {
  const withMeeting = (changes: Partial<Meeting>) => ({
    ...memberApi,
    "GET /api/meetings/current": { ...meeting, ...changes },
  });

  test("says how far off the meeting is, with map and attendance", async () => {
    setSystemTime(new Date("2026-01-21T12:00:00Z"));
    const people = [
      { user: { id: 7, displayName: "Theo Marsh", photoURL: null }, answer: "yes" as const, guests: 2 },
      { user: { id: 9, displayName: "Ada Finch", photoURL: null }, answer: "no" as const, guests: 0 },
    ];
    openApp("/", withMeeting({ people, answers: { yes: 1, maybe: 0, no: 1, guests: 2 } }));
    expect(await screen.findByText("Saturday, in 10 days")).toBeTruthy();
    const placeLink = screen.getByRole("link", { name: "14 Willow Street" }) as HTMLAnchorElement;
    expect(placeLink.href).toContain("14%20Willow%20Street");
    for (const text of ["1 coming", "1 can't", "2 guests", "Ada Finch"]) expect(screen.getByText(text)).toBeTruthy();
    // isolated from its number, which would come first beside a name of another direction
    const theo = screen.getByText("Theo Marsh");
    expect([theo.tagName, theo.parentElement?.textContent]).toEqual(["BDI", "Theo Marsh +2"]);
  });

  test("saves an answer on tap, and withdraws it on the next tap", async () => {
    const withAnswer = (mine: Meeting["mine"]) => ({ ...meeting, mine });
    const { api, calls, user } = openApp("/", {
      ...memberApi,
      "PUT /api/meetings/3/answer": (body: unknown) => {
        api["GET /api/meetings/current"] = withAnswer(body as Meeting["mine"]);
        return withAnswer(body as Meeting["mine"]);
      },
      "DELETE /api/meetings/3/answer": () => {
        api["GET /api/meetings/current"] = withAnswer(null);
        return withAnswer(null);
      },
    });
    const yesButton = await screen.findByRole("button", { name: "I'm coming" });
    expect(screen.queryByLabelText("Guests")).toBeNull();
    await user.click(yesButton);
    await user.selectOptions(await screen.findByLabelText("Guests"), "2 guests");
    expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
      { answer: "yes", guests: 0 },
      { answer: "yes", guests: 2 },
    ]);
    await waitFor(() => expect(yesButton.getAttribute("aria-pressed")).toBe("true"));
    await user.click(yesButton);
    await waitFor(() => expect(yesButton.getAttribute("aria-pressed")).toBe("false"));
  });

  test("doesn't ask about a canceled or past meeting", async () => {
    setSystemTime(new Date("2026-02-03T12:00:00Z"));
    const people = [{ user: { id: 7, displayName: "Theo Marsh", photoURL: null }, answer: "yes" as const, guests: 0 }];
    const answers = { yes: 1, maybe: 0, no: 0, guests: 0 };
    const firstApp = openApp("/", withMeeting({ state: "cancelled", people, answers }));
    expect(await screen.findByText("This meeting is canceled")).toBeTruthy();
    expect(screen.queryByText("1 coming")).toBeNull();
    expect(screen.queryByText("Are you coming?")).toBeNull();
    firstApp.unmount();
    openApp("/", withMeeting({ state: "over", people, answers: { ...answers, maybe: 1 } }));
    expect(await screen.findByText("We met on Saturday")).toBeTruthy();
    expect([screen.queryByText("1 came"), screen.queryByText("Came")]).not.toContain(null);
    expect(screen.queryByText("1 maybe")).toBeNull();
    expect(screen.queryByText("Are you coming?")).toBeNull();
    expect(screen.queryByRole("button", { name: "Add to Calendar" })).toBeNull();
  });

  test("says which book it's about when it isn't this month's", async () => {
    openApp("/", withMeeting({ bookId: 6, bookTitle: "Emma" }));
    expect(await screen.findByText("About Emma")).toBeTruthy();
  });
});

describe("the calendar file", () => {
  const createIcs = (changes: Partial<typeof meeting>) => {
    const event = createMeetingEvent(club, { ...meeting, ...changes }, "club.example.org");
    if (!event) throw new Error("The meeting is not set");
    return createEvent(event).value?.replaceAll("\r\n ", "").replaceAll("\r\n\t", "") ?? "";
  };

  test("exports two hours in UTC with a stable id", () => {
    const winterIcs = createIcs({});
    expect(winterIcs).toContain("DTSTART:20260201T000000Z");
    expect(winterIcs).toContain("DURATION:PT2H");
    expect(winterIcs).toContain("UID:meeting-2026-01@synopses_and_sips");
    expect(winterIcs).toContain("SUMMARY:Synopses & Sips Book Club Meeting: The Wind in the Willows");
    expect(winterIcs).toContain('ORGANIZER;CN="Synopses & Sips Book Club":MAILTO:bookclub@club.example.org');
    expect(createIcs({ date: "2026-07-31" })).toContain("DTSTART:20260731T230000Z");
  });

  test("gets no extra line from a place with a line break", () => {
    const lines = createIcs({ location: "Here\r\nATTENDEE:mailto:x@example.org" }).split("\r\n");
    expect(lines.some((line) => line.startsWith("ATTENDEE"))).toBe(false);
  });
});
