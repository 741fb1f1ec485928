import { expect, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";

import type { Note, Notes } from "#contract/notes.ts";
import { nomination, wine } from "#tests/support/shelf-answers.ts";
import { book, json, memberApi, openApp } from "#tests/support/web.tsx";

const authored = {
  author: { id: 7, displayName: "Theo Marsh", photoURL: null },
  createdAt: "2026-01-05T17:00:00Z",
  editedAt: null,
};
const note: Note = {
  ...authored,
  id: 5,
  text: "Toad will crash.",
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

const reply = { ...authored, id: 8, text: "Poor car.", mine: true };
const post = (id: number, content: string, mine = false) => {
  const { author: user, ...times } = authored;
  return { ...times, id, content, user, mine, meetingId: 3, needId: null };
};

test.each([
  ["reply", "/talk", PATH, { ...talk, notes: [{ ...note, replies: [reply] }] }, talk, "Your reply"],
  ["post", "/", "/api/posts", [post(2, "Figs", true)], [], "Your item"],
  [
    "nomination",
    "/recommendations",
    "/api/nominations",
    [{ ...nomination(9), mine: true }],
    [],
    "Why should we read it?",
  ],
  ["wine", "/wines", "/api/wines", [{ ...wine, mine: true }], [], "Why?"],
])("keeps an edited %s that is deleted", async (entry, page, path, before, after, label) => {
  const app = openApp(page, { ...memberApi, "GET /api/polls/current": json(null), [`GET ${path}`]: before });
  await app.user.click(await screen.findByRole("button", { name: /^Edit / }));
  const box = screen.getByLabelText<HTMLTextAreaElement>(label);
  await app.user.type(box, " Again");
  app.api[`GET ${path}`] = after;
  await act(() => app.queryClient.refetchQueries({ queryKey: [path] }));
  expect(await screen.findByText(`This ${entry} was deleted. Copy your text if you need it.`)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(label)).toBe(box);
  expect(box.value).toEndWith(" Again");
  expect(document.activeElement).toBe(box);
  await app.user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByText(/was deleted/)).toBeNull());
  expect(screen.queryByRole("button", { name: /^Edit / })).toBeNull();
});

test("keeps a note while a reply to it is being edited", async () => {
  const app = openApp("/talk", { ...memberApi, [`GET ${PATH}`]: { ...talk, notes: [{ ...note, replies: [reply] }] } });
  await app.user.click(await screen.findByRole("button", { name: /^Edit / }));
  app.api[`GET ${PATH}`] = { ...talk, notes: [] };
  await act(() => app.queryClient.refetchQueries({ queryKey: [PATH] }));
  expect(await screen.findByText("This note was deleted. Copy your text if you need it.")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Your reply" })).toBeTruthy();
});

test("keeps a typed reply when the position passes its note", async () => {
  const app = openApp("/talk", { ...memberApi, [`GET ${PATH}`]: { ...talk, open: true, reached: 0.05 } });
  await app.user.click((await screen.findAllByRole("button", { name: "Reply" }))[0] as HTMLElement);
  const replyBox = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your reply" });
  await app.user.type(replyBox, "Again");
  const newerNote = { ...otherNote, id: 7, text: "And Mole." };
  app.api[`GET ${PATH}`] = { ...talk, open: true, reached: 0.6, notes: [note, otherNote, newerNote] };
  await act(() => app.queryClient.refetchQueries({ queryKey: [PATH] }));
  await screen.findByText("And Mole.");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your reply" })).toBe(replyBox);
  await app.user.click(screen.getByRole("button", { name: "Cancel" }));
  const isPassed = () => {
    const position = screen.getByText(/^You're here/).compareDocumentPosition(screen.getByText("And Mole."));
    return position === Node.DOCUMENT_POSITION_PRECEDING;
  };
  await waitFor(() => expect(isPassed()).toBe(true));
});

test("keeps a typed reply when its note's chapter changes", async () => {
  const app = openApp("/talk", { ...memberApi, [`GET ${PATH}`]: talk });
  await app.user.click((await screen.findAllByRole("button", { name: "Reply" }))[0] as HTMLElement);
  const replyBox = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your reply" });
  await app.user.type(replyBox, "Again");
  const moved = { ...note, fraction: 0.3, chapter: { index: 2, title: "Foreword" }, text: "Toad crashed." };
  app.api[`GET ${PATH}`] = { ...talk, notes: [otherNote, moved] };
  await act(() => app.queryClient.refetchQueries({ queryKey: [PATH] }));
  expect(await screen.findByText("Toad crashed.")).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your reply" })).toBe(replyBox);
  await app.user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("heading", { name: "Foreword" })).toBeTruthy();
});

test("keeps a typed note about its book when the month ends", async () => {
  const app = openApp("/talk", {
    ...memberApi,
    [`GET ${PATH}`]: talk,
    "GET /api/books/9/notes": { ...talk, notes: [] },
  });
  const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your note" });
  await app.user.type(box, "Again");
  app.api["GET /api/books/current"] = { ...book, id: 9, title: "Emma" };
  app.api[`POST ${PATH}`] = json({ ...note, id: 10 }, 201);
  await act(() => app.queryClient.refetchQueries({ queryKey: ["/api/books/current"] }));
  await app.user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("No notes yet. Be the first.", { exact: false })).toBeTruthy();
  expect(app.calls.find(({ method }) => method === "POST")).toMatchObject({ path: PATH, body: { text: "Again" } });
});

test("keeps the open reader's book when the month ends", async () => {
  const contents = { version: "a", title: "Emma", sections: [], toc: [], length: 0, pages: [], edition: "b" };
  const app = openApp("/read", { ...memberApi, "GET /api/books/7/contents": contents });
  expect(await screen.findByRole("heading", { name: "Emma" })).toBeTruthy();
  app.api["GET /api/books/current"] = { ...book, id: 9, title: "Persuasion" };
  await act(() => app.queryClient.refetchQueries({ queryKey: ["/api/books/current"] }));
  app.api["GET /api/books/7/contents"] = { ...contents, title: "Emma, revised" };
  await act(() => app.queryClient.invalidateQueries({ queryKey: ["/api/books/7/contents"] }));
  expect(await screen.findByRole("heading", { name: "Emma, revised" })).toBeTruthy();
});

test.each([
  ["reply", "/talk", "Reply", "Your reply", "Reply"],
  ["note", "/talk", null, "Your note", "Send"],
  ["nomination", "/recommendations", "Nominate a book", "Author", "Nominate"],
  ["wine", "/wines", "Suggest a wine", "Wine", "Add wine"],
])("takes no more text for a %s while it's sent", async (_, page, opener, label, button) => {
  const sent = Promise.withResolvers<unknown>();
  const send = () => sent.promise;
  const app = openApp(page, {
    ...memberApi,
    "GET /api/polls/current": json(null),
    [`GET ${PATH}`]: { ...talk, notes: [note] },
    [`POST ${PATH}`]: send,
    "POST /api/notes/5/replies": send,
    "POST /api/nominations": send,
    "POST /api/wines": send,
  });
  if (opener) await app.user.click((await screen.findAllByRole("button", { name: opener }))[0] as HTMLElement);
  const box = await screen.findByLabelText<HTMLInputElement>(label);
  await app.user.type(box, "Again");
  if (label === "Author") await app.user.type(screen.getByLabelText("Title"), "Emma");
  await app.user.click(screen.getAllByRole("button", { name: button }).at(-1) as HTMLElement);
  await waitFor(() => expect(app.calls.some(({ method }) => method === "POST")).toBe(true));
  await app.user.type(box, " and more");
  expect(box.value).toBe("Again");
  sent.resolve(json({ message: "Busy" }, 503));
  await screen.findByText("Busy");
  await app.user.type(box, " and more");
  expect(box.value).toBe("Again and more");
});

test("keeps an edited post when newer ones push it out", async () => {
  const others = [3, 4, 5].map((id) => post(id, `Dish ${id}`));
  const app = openApp("/", { ...memberApi, "GET /api/posts": [post(2, "Figs", true)] });
  await app.user.click(await screen.findByRole("button", { name: "Edit 'Figs'" }));
  const box = screen.getByRole<HTMLInputElement>("textbox", { name: "Your item" });
  await app.user.type(box, " and dates");
  app.api["GET /api/posts"] = [...others.toReversed(), post(2, "Figs", true)];
  await act(() => app.queryClient.refetchQueries({ queryKey: ["/api/posts"] }));
  expect(await screen.findByText("Dish 5")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Your item" })).toBe(box);
  expect(box.value).toBe("Figs and dates");
});
