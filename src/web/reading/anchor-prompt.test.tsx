import { beforeAll, beforeEach, expect, test } from "bun:test";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { type Api, audiobook, json, memberApi, openApp } from "#tests/support/web.tsx";
import { playerAtom } from "#web/listening/player/use-player.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";

import { ImHereInText } from "./anchor-prompt.tsx";

const listeningProgress = { bookId: 7, currentTime: 60, chapter: 0, updatedAt: null, revision: 3, device: null };
const offer = { from: "reading", seconds: 9000, fraction: 0.3, chapter: null, confidence: "rough" };
const readingProgress = { fraction: 0.3, locator: null, at: "2026-01-20T12:00:00.000Z" };
const timeline = [0, 1].map((share) => ({ seconds: share * 31_800, fraction: share, confidence: 0.3 }));

let sentBodies: unknown[];
let isFailing: boolean;
const api = (): Api => ({
  ...memberApi,
  "GET /api/books/current": audiobook,
  "GET /api/audiobook-progress": listeningProgress,
  "POST /api/audiobook-progress": { ...listeningProgress, revision: 4 },
  "GET /api/bookmarks": [],
  "GET /api/books/7/timeline": { timeline, agreed: 0 },
  "GET /api/books/7/place": { listening: null, reading: readingProgress, reached: 0.3, offer },
  "POST /api/books/7/anchors": (body: unknown) => {
    sentBodies.push(body);
    return isFailing ? json({ message: "Something went wrong." }, 500) : json({ id: 4, ...(body as object) }, 201);
  },
  "DELETE /api/anchors/4": () => {
    sentBodies.push("undone");
    return new Response(null, { status: 204 });
  },
});

// Preloaded, because loading may take longer than the first test's timeout.
beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("#web/app/shell/shell.tsx")]));
beforeEach(() => {
  getDefaultStore().set(mediumSwitchAtom, null);
  sentBodies = [];
  isFailing = false;
  localStorage.clear();
});

test("says once after a switch that both match, and undoes it", async () => {
  const app = openApp("/audiobook", api());
  await app.user.click(await screen.findByRole("button", { name: "Listen from there" }));
  await app.user.click(await screen.findByRole("button", { name: "I'm here" }));
  expect(await screen.findByText(/^Thanks!/)).toBeTruthy();
  expect(sentBodies).toEqual([{ seconds: 8970, fraction: 0.3 }]);
  await app.user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "I'm here" })).toBeTruthy();
  expect(sentBodies.at(-1)).toBe("undone");
  await app.user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("I'm here") === null).toBe(true));
});

test("shows no prompt before a switch, keeps it if saving fails", async () => {
  isFailing = true;
  const app = openApp("/audiobook", api());
  const switchLink = await screen.findByRole("button", { name: "Listen from there" });
  expect(screen.queryByText("I'm here")).toBeNull();
  await app.user.click(switchLink);
  await app.user.click(await screen.findByRole("button", { name: "I'm here" }));
  await waitFor(() => expect(document.body.textContent).toContain("Your place wasn't saved."));
  expect(screen.getByRole("button", { name: "I'm here" })).toBeTruthy();
});

test("stays confirmed and says why when undoing fails", async () => {
  const app = openApp("/audiobook", {
    ...api(),
    "DELETE /api/anchors/4": () => json({ message: "Please wait a minute." }, 429),
  });
  await app.user.click(await screen.findByRole("button", { name: "Listen from there" }));
  await app.user.click(await screen.findByRole("button", { name: "I'm here" }));
  await app.user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("That wasn't undone. Please wait a minute.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
});

test("confirms the playing second, not the one of the switch", async () => {
  const app = openApp("/audiobook", api());
  await screen.findByRole("button", { name: "Listen from there" });
  getDefaultStore().get(playerAtom)?.seek(9100);
  getDefaultStore().set(mediumSwitchAtom, { bookId: 7, to: "text", seconds: 60 });
  const renderInReader = (isListening: boolean) => (
    <QueryClientProvider client={new QueryClient()}>
      <ImHereInText bookId={7} reader={{ middleFraction: () => 0.31 }} isListening={isListening} />
    </QueryClientProvider>
  );
  const { unmount } = render(renderInReader(false));
  await app.user.click(await screen.findByRole("button", { name: "I'm here" }));
  await screen.findByText(/^Thanks!/);
  unmount();
  render(renderInReader(true));
  await app.user.click(await screen.findByRole("button", { name: "I'm here" }));
  await screen.findByText(/^Thanks!/);
  expect(sentBodies).toEqual([
    { seconds: 60, fraction: 0.31 },
    { seconds: 9100, fraction: 0.31 },
  ]);
});
