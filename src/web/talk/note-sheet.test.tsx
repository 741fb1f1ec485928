import { beforeEach, expect, test } from "bun:test";

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";

import type { Note, Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";
import { type Api, audiobook, json, memberApi, openApp, serveApi } from "#tests/support/web.tsx";
import { createQueryClient } from "#web/api/query-client.ts";
import { ToastRegion } from "#web/ui/feedback/toast-region.tsx";

import type { NotePosition } from "./note-draft.ts";
import { NoteSheet } from "./note-sheet.tsx";

const contents: Contents = {
  title: "The Wind in the Willows",
  sections: [],
  pages: [],
  files: [],
  toc: Array.from({ length: 12 }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    start: at * 100,
    section: 0,
    fragment: null,
    level: 0,
  })),
  length: 1200,
  language: null,
  direction: null,
  layout: "reflowable",
  version: "1",
  edition: null,
};
const talk: Notes = { reached: 0.6, open: false, notes: [], ahead: [] };
const note: Note = {
  id: 5,
  text: "Yes!",
  author: { id: 1, displayName: "Nora Whitfield", photoURL: null },
  createdAt: "2026-01-05T17:00:00Z",
  editedAt: null,
  mine: true,
  fraction: 0.6,
  chapter: { index: 7, title: "Chapter 8" },
  quote: "",
  kind: "note",
  hearts: 0,
  hearted: false,
  replies: [],
};
const PATH = "/api/books/7/notes";
const api: Api = { ...memberApi, [`GET ${PATH}`]: talk, "GET /api/books/7/contents": contents, [`POST ${PATH}`]: note };
const passage: NotePosition = { fraction: 0.604, quote: "Messing about in boats.", time: "" };

beforeEach(() => sessionStorage.clear());

/** The note form that the reader opened. */
function openSheet(place: NotePosition, ownApi: Api = {}) {
  const server = serveApi({ ...api, ...ownApi });
  const closeCalls: boolean[] = [];
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NoteSheet bookId={7} moment={place} onClose={(isSent) => closeCalls.push(isSent)} />
        <ToastRegion />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...server, closed: closeCalls, unmount, user: userEvent.setup() };
}
const listSentBodies = ({ calls }: Pick<ReturnType<typeof openSheet>, "calls">) =>
  calls.flatMap(({ method, path, body }) => (method === "POST" && path === PATH ? [body] : []));
const findBox = () => screen.findByRole("textbox", { name: "Your note" });

test("counts a quote from the open page as the position", async () => {
  const app = openSheet(passage);
  expect(screen.getByDisplayValue("Messing about in boats.")).toBeTruthy();
  // compared here, because a failed toBe would print both elements, which takes 20 seconds
  const textBox = await findBox();
  await waitFor(() => expect(document.activeElement === textBox).toBe(true));
  expect(await screen.findByRole("option", { name: "Chapter 8, at this passage" })).toBeTruthy();
  expect(await screen.findByText("Only members who've gotten this far can read it.")).toBeTruthy();
  await app.user.type(textBox, "Yes!");
  await app.user.click(screen.getByRole("button", { name: "Send" }));
  const expectedNote = { text: "Yes!", quote: "Messing about in boats.", fraction: 0.6, kind: "note" };
  await waitFor(() => expect(listSentBodies(app)).toMatchObject([expectedNote]));
  await waitFor(() => expect(app.closed).toEqual([true]));
  expect(await screen.findByText("Your note is in the talk, under “Chapter 8”")).toBeTruthy();
  // the sheet hides everything else until the page closes it
  expect(screen.getByRole("link", { name: "Show in Talk", hidden: true }).getAttribute("href")).toBe("/talk#note-5");
  expect(sessionStorage.getItem("note-draft")).toBe("null");
});

test("shows the audio's time; the server checks the position", async () => {
  const message = "You haven't got that far yet.";
  const app = openSheet(
    { fraction: 0.7, quote: "", time: "1:02:03" },
    { [`POST ${PATH}`]: () => json({ message }, 422) },
  );
  expect(await screen.findByRole("option", { name: "Chapter 9, at 1:02:03" })).toBeTruthy();
  await app.user.type(await findBox(), "Listen!");
  await app.user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(listSentBodies(app)).toMatchObject([{ fraction: 0.7 }]);
  expect(screen.getByDisplayValue("Listen!")).toBeTruthy();
  expect(app.closed).toEqual([]);
});

test("keeps typed text when closed, and replaces the quote", async () => {
  const firstSheet = openSheet(passage);
  await firstSheet.user.type(await findBox(), "So true");
  await firstSheet.user.keyboard("{Escape}");
  expect(firstSheet.closed).toEqual([false]);
  firstSheet.unmount();

  const secondApp = openSheet(passage);
  expect(((await findBox()) as HTMLTextAreaElement).value).toBe("So true");
  expect(screen.getByDisplayValue("Messing about in boats.")).toBeTruthy();
  secondApp.unmount();

  const otherSheet = openSheet({ fraction: 0.2, quote: "Poop-poop!", time: "" });
  expect(((await findBox()) as HTMLTextAreaElement).value).toBe("So true");
  expect(screen.getByDisplayValue("Poop-poop!")).toBeTruthy();
  await otherSheet.user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(listSentBodies(otherSheet)).toMatchObject([{ text: "So true", quote: "Poop-poop!", fraction: 0.2 }]),
  );
});

test("keeps the player's page, and shares the talk's draft", async () => {
  const listeningProgress = { bookId: 7, currentTime: 60, chapter: 0, updatedAt: null, revision: 3, device: null };
  const app = openApp("/audiobook", {
    ...api,
    "GET /api/books/current": audiobook,
    "GET /api/audiobook-progress": listeningProgress,
    "POST /api/audiobook-progress": { ...listeningProgress, revision: 4 },
    "GET /api/bookmarks": [],
    "GET /api/books/7/place": { listening: null, reading: null, reached: 0.6, offer: null },
  });
  const openButton = await screen.findByRole("button", { name: "Note at this moment" });
  await screen.findByRole("group", { name: "Playback" });
  await app.user.click(openButton);
  expect(await screen.findByRole("option", { name: "Chapter 1, at 1:00" })).toBeTruthy();
  await app.user.type(await findBox(), "What a voice");
  await app.user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog") === null).toBe(true));
  expect(document.activeElement === openButton).toBe(true);

  await app.user.click(screen.getByRole("link", { name: "Talk about it" }));
  expect(((await findBox()) as HTMLTextAreaElement).value).toBe("What a voice");
  const aboutSelect = await screen.findByRole("combobox", { name: "About" });
  expect(await within(aboutSelect).findByRole("option", { name: "Chapter 1, at 1:00" })).toBeTruthy();
});
