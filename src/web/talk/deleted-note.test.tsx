import { expect, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";

import type { Note, Notes } from "#contract/notes.ts";
import { memberApi, openApp } from "#tests/support/web.tsx";

const note: Note = {
  id: 5,
  text: "Toad will crash.",
  author: { id: 7, displayName: "Theo Marsh", photoURL: null },
  createdAt: "2026-01-05T17:00:00Z",
  editedAt: null,
  mine: false,
  fraction: 0.1,
  chapter: null,
  quote: "",
  kind: "note",
  hearts: 0,
  hearted: false,
  replies: [],
};
const otherNote = { ...note, id: 6, text: "Poor Toad." };
const talk: Notes = { reached: 0.6, open: false, notes: [note, otherNote], ahead: [] };
const PATH = "/api/books/7/notes";

test("doesn't lose a typed reply when its note is deleted", async () => {
  const app = openApp("/talk", { ...memberApi, [`GET ${PATH}`]: talk });
  await app.user.click((await screen.findAllByRole("button", { name: "Reply" }))[0] as HTMLElement);
  const replyBox = screen.getByRole("textbox", { name: "Your reply" });
  await app.user.type(replyBox, "Again");
  app.api[`GET ${PATH}`] = { ...talk, notes: [otherNote] };
  await act(() => app.queryClient.refetchQueries({ queryKey: [PATH] }));
  await app.user.type(replyBox, "?");
  expect(screen.getByText("This note was deleted. Copy your text if you need it.")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Your reply" })).toBe(replyBox);
  expect((replyBox as HTMLTextAreaElement).value).toBe("Again?");
  const shownNotes = screen.getAllByText(/Toad/).map(({ textContent }) => textContent);
  expect(shownNotes).toEqual(["Toad will crash.", "Poor Toad."]);
  await app.user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByText("Toad will crash.")).toBeNull());
});
