import { beforeAll, beforeEach, expect, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { type Api, audiobook, json, memberApi, openApp } from "#tests/support/web.tsx";

const progress = { bookId: 7, currentTime: 60, chapter: 0, updatedAt: null, revision: 3, device: null };
const boatBookmark: Bookmark = {
  id: 1,
  bookId: 7,
  currentTime: 90,
  fraction: null,
  locator: null,
  quote: "",
  chapter: 0,
  note: "Ratty's boat",
  createdAt: "2026-01-05",
};

let bookmarks: Bookmark[];
const api = (): Api => ({
  ...memberApi,
  "GET /api/books/current": audiobook,
  "GET /api/audiobook-progress": progress,
  "GET /api/bookmarks": () => [...bookmarks],
  "POST /api/bookmarks": (body: unknown) => {
    const bookmark = { ...boatBookmark, ...(body as NewBookmark), id: bookmarks.length + 2 } as Bookmark;
    bookmarks.push(bookmark);
    return json(bookmark, 201);
  },
  "DELETE /api/bookmarks/1": () => {
    bookmarks = bookmarks.filter(({ id }) => id !== 1);
    return new Response(null, { status: 204 });
  },
});

// Preloaded, because loading may take longer than the first test's timeout.
beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("#web/app/shell/shell.tsx")]));
beforeEach(() => {
  bookmarks = [boatBookmark];
});

async function openBookmarks() {
  const app = openApp("/audiobook", api());
  await app.user.click(await screen.findByRole("tab", { name: "Bookmarks" }));
  await screen.findByText("Ratty's boat");
  return { app, box: screen.getByLabelText("Note") as HTMLInputElement };
}

test("restores a bookmark removed by mistake, with its note", async () => {
  const { app } = await openBookmarks();
  await app.user.click(screen.getByRole("button", { name: "Remove the bookmark at 1:30" }));
  await waitFor(() => expect(screen.queryByText("Ratty's boat") === null).toBe(true));
  expect(screen.getByText("No bookmarks yet. Mark a sentence you want to bring up at the meeting.")).toBeTruthy();
  await app.user.click(screen.getByRole("button", { name: "Undo: bookmark at 1:30" }));
  expect(await screen.findByText("Ratty's boat")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^Undo/) === null).toBe(true));
  expect(bookmarks).toMatchObject([{ currentTime: 90, note: "Ratty's boat" }]);
});

test("moves focus to the next bookmark, after the last to its undo", async () => {
  bookmarks = [boatBookmark, { ...boatBookmark, id: 2, currentTime: 120, note: "Mole's oars" }];
  const { app } = await openBookmarks();
  screen.getByRole("button", { name: "Remove the bookmark at 1:30" }).focus();
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("2:00Mole's oars"));
  app.api["DELETE /api/bookmarks/2"] = () => {
    bookmarks = [];
    return new Response(null, { status: 204 });
  };
  screen.getByRole("button", { name: "Remove the bookmark at 2:00" }).focus();
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Undo: bookmark at 2:00"));
});

test("keeps a half-typed note, and asks before a sign-out", async () => {
  const { app, box } = await openBookmarks();
  await app.user.type(box, "The lamp");
  await app.user.click(screen.getByRole("tab", { name: "History" }));
  await app.user.click(screen.getByRole("link", { name: "eBook" }));
  await app.user.click(await screen.findByRole("link", { name: "Audiobook" }));
  await app.user.click(await screen.findByRole("tab", { name: "Bookmarks" }));
  expect(screen.getByDisplayValue("The lamp")).toBeTruthy();
  await app.user.click(screen.getByRole("button", { name: /Nora Whitfield/ }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  expect(await screen.findByText(/Not saved: your note\./)).toBeTruthy();
});

test("edits a bookmark's note, and Cancel leaves it unchanged", async () => {
  const { app } = await openBookmarks();
  app.api["PATCH /api/bookmarks/1"] = (body: unknown) => {
    const changedMark = { ...boatBookmark, ...(body as { note: string }) };
    bookmarks = [changedMark];
    return json(changedMark);
  };
  const editNote = async (note: string, button: string) => {
    await app.user.click(screen.getByRole("button", { name: "Edit the note at 1:30" }));
    const field = await screen.findByRole("textbox", { name: "Your note" });
    await app.user.clear(field);
    await app.user.type(field, note);
    await app.user.click(screen.getByRole("button", { name: button }));
  };
  await editNote("Toad's car", "Cancel");
  expect(screen.getByText("Ratty's boat")).toBeTruthy();
  await editNote("  Mole's oars ", "Save");
  expect(await screen.findByText("Mole's oars")).toBeTruthy();
  expect(screen.queryByText("Ratty's boat")).toBeNull();
  expect(bookmarks).toMatchObject([{ note: "Mole's oars" }]);
});

test("asks before Escape loses a changed note", async () => {
  const { app } = await openBookmarks();
  const openDialog = async () => {
    await app.user.click(screen.getByRole("button", { name: "Edit the note at 1:30" }));
    return screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your note" });
  };
  await openDialog();
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog") === null).toBe(true));
  await app.user.type(await openDialog(), " and oars");
  await app.user.keyboard("{Escape}");
  expect(await screen.findByText("Close without saving?")).toBeTruthy();
  await app.user.click(screen.getByRole("button", { name: "Stay here" }));
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your note" })).value).toEndWith(" and oars");
  await app.user.keyboard("{Escape}");
  await app.user.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog") === null).toBe(true));
});

test("keeps a typed note when another device removes its bookmark", async () => {
  const { app } = await openBookmarks();
  await app.user.click(screen.getByRole("button", { name: "Edit the note at 1:30" }));
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your note" });
  await app.user.type(field, " and oars");
  bookmarks = [];
  await act(() => app.queryClient.refetchQueries());
  await waitFor(() => expect(screen.queryByText("Ratty's boat") === null).toBe(true));
  expect(field.isConnected).toBe(true);
  expect(field.value).toEndWith(" and oars");
});

test("clears the saved note, not the next one", async () => {
  const { app, box } = await openBookmarks();
  const { promise, resolve } = Promise.withResolvers<void>();
  const addBookmark = app.api["POST /api/bookmarks"] as (body: unknown) => unknown;
  app.api["POST /api/bookmarks"] = async (body: unknown) => {
    await promise;
    return addBookmark(body);
  };
  await app.user.type(box, "One{Enter}");
  await app.user.type(box, " and two");
  resolve();
  expect(await screen.findByText("One")).toBeTruthy();
  expect(box.value).toBe("One and two");
  await app.user.type(box, "{Enter}");
  await waitFor(() => expect(box.value).toBe(""));
});
