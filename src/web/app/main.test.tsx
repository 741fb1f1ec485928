import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { createResponsesElement, type PageResponses } from "#contract/first-paint.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";
import { type Api, club, content, json, meeting, memberApi, nora, openApp, signedOut } from "#tests/support/web.tsx";
import { setPendingSignOut } from "#web/state/before-sign-out.ts";
import { sessionAtom } from "#web/state/session.ts";

import { readPageResponses } from "./main.tsx";

const storedAt = Math.round(performance.timeOrigin) - 60_000;
const storedResponses: Record<string, unknown> = {
  "/api/auth/user": nora,
  "/api/club": club,
  "/api/content": { ...content, welcomeMessage: "The last visit's words." },
  "/api/books/current": memberApi["GET /api/books/current"],
  "/api/meetings/current": { ...meeting, location: "The old mill" },
  "/api/posts": [],
  "/api/polls/current": null,
};
const visitResponses = Object.fromEntries(
  Object.entries(storedResponses).map(([path, body]) => [path, { body, at: storedAt }]),
);
const neverRespond = () => new Promise(() => undefined);
const hangingApi: Api = Object.fromEntries(Object.keys(memberApi).map((call) => [call, neverRespond]));
const openPage = (api: Api, answers: PageResponses = visitResponses, path = "/") => openApp(path, api, {}, answers);

const freshResponses = Object.fromEntries(Object.entries(storedResponses).map(([path, body]) => [path, { body }]));

describe("Home with embedded responses", () => {
  test("is complete at once, and fetches nothing that it has", async () => {
    const { calls } = openPage(memberApi, freshResponses);
    expect(await screen.findByText("The old mill")).toBeTruthy();
    expect(await screen.findByText("The last visit's words.")).toBeTruthy();
    expect(getDefaultStore().get(sessionAtom)).toEqual({ status: "signed-in", user: nora });
    // a vote may end at any moment (SPEC 7)
    const paths = calls.map(({ path }) => path).filter((path) => path !== "/api/polls/current");
    expect(paths.filter((path) => path in storedResponses)).toEqual([]);
  });
});

describe("Home of the last visit", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => setPendingSignOut(false));

  test("is shown before the server responds, then updated", async () => {
    const pendingResponse = Promise.withResolvers<unknown>();
    openPage({ ...memberApi, "GET /api/meetings/current": () => pendingResponse.promise });
    expect(await screen.findByText("The old mill")).toBeTruthy();
    await screen.findByText(content.welcomeMessage);
    expect(screen.getByText("The old mill")).toBeTruthy();
    pendingResponse.resolve(meeting);
    expect(await screen.findByText(meeting.location)).toBeTruthy();
    expect(screen.queryByText("The old mill")).toBeNull();
  });

  test("makes each request once", async () => {
    const { calls } = openPage(memberApi);
    await screen.findByText(content.welcomeMessage);
    const paths = calls.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  });

  test("says that it's still updating", async () => {
    openPage(hangingApi);
    expect(screen.queryByText("Updating…")).toBeNull();
    expect(await screen.findByText("Updating…")).toBeTruthy();
  });

  test("stays while the server fails, and says how old it is", async () => {
    expectErrors(/./);
    const respondBusy = () => json({ message: "Busy" }, 503);
    openPage(Object.fromEntries(Object.keys(memberApi).map((call) => [call, respondBusy])));
    expect(await screen.findByText(/^The club has a problem\. Last updated/)).toBeTruthy();
    expect(screen.getByText("The old mill")).toBeTruthy();
  });

  test.each([
    ["/", () => screen.findByText(content.welcomeMessage)],
    ["/profile", () => screen.findByRole("heading", { name: "Profile" })],
  ])("is replaced by the first good response: %s", async (path, findText) => {
    expectErrors(/./);
    jest.useFakeTimers();
    let isBroken = true;
    const respondBusy = () => json({ message: "Busy" }, 503);
    const resolveWith = (response: unknown) => () =>
      isBroken ? respondBusy() : typeof response === "function" ? response() : response;
    openPage(
      Object.fromEntries(Object.entries(memberApi).map(([call, response]) => [call, resolveWith(response)])),
      visitResponses,
      path,
    );
    const { get } = getDefaultStore();
    const sessionBefore = get(sessionAtom);
    while (get(sessionAtom) === sessionBefore) await act(async () => undefined);
    isBroken = false;
    jest.advanceTimersByTime(10_000);
    jest.useRealTimers();
    expect(await findText()).toBeTruthy();
  });

  test("is replaced by the sign-in page when the session has ended", async () => {
    const app = openPage({ ...hangingApi, "GET /api/auth/user": signedOut });
    expect(await screen.findByText("Your session has ended. Please sign in again.")).toBeTruthy();
    expect(screen.queryByText("The old mill")).toBeNull();
    expect(app.queryClient.getQueryData(["/api/posts"])).toBeUndefined();
  });

  test("is removed when another member is signed in", async () => {
    const theo = { ...nora, id: 2, displayName: "Theo Okonkwo" };
    openPage({ ...memberApi, "GET /api/auth/user": theo });
    expect(await screen.findByText("The old mill")).toBeTruthy();
    expect(await screen.findByText("Welcome, Theo Okonkwo")).toBeTruthy();
    await screen.findByText(meeting.location);
    expect(screen.queryByText("The old mill")).toBeNull();
  });

  test("isn't shown while a sign-out is still unsent", async () => {
    setPendingSignOut(true);
    openPage({ ...hangingApi, "POST /api/auth/logout": neverRespond });
    await waitFor(() => expect(screen.getByText("Loading...")).toBeTruthy());
    expect(screen.queryByText("The old mill")).toBeNull();
  });

  test("isn't shown when nobody is signed in", () => {
    const { "/api/auth/user": _, ...rest } = visitResponses;
    openPage(hangingApi, rest);
    expect(screen.queryByText("The old mill")).toBeNull();
  });
});

test("removes the embedded responses once they are read", () => {
  document.body.insertAdjacentHTML("beforeend", createResponsesElement(JSON.stringify(visitResponses)));
  expect(Object.keys(readPageResponses())).toEqual(Object.keys(visitResponses));
  expect(document.body.textContent).not.toContain(nora.displayName);
});
