import { describe, expect, test } from "bun:test";

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import type { Note, Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";
import { type Api, json, memberApi, nora, openApp } from "#tests/support/web.tsx";

const chapterEntry = (title: string, start: number) => ({ title, start, section: 0, fragment: null, level: 0 });
const contents: Contents = {
  title: "The Wind in the Willows",
  sections: [],
  pages: [],
  files: [],
  toc: Array.from({ length: 12 }, (_, at) => chapterEntry(`Chapter ${at + 1}`, at * 100)),
  length: 1200,
  language: null,
  direction: null,
  layout: "reflowable",
  version: "1",
  edition: null,
};
const theo = { id: 7, displayName: "Theo Marsh", photoURL: null };
const note: Note = {
  id: 5,
  text: "Toad <b>will</b> crash.",
  author: theo,
  createdAt: "2026-01-05T17:00:00Z",
  editedAt: null,
  mine: false,
  fraction: 0.1,
  chapter: { index: 1, title: "Chapter 2" },
  quote: "Poop-poop!",
  kind: "note",
  hearts: 2,
  hearted: false,
  replies: [
    {
      id: 8,
      text: "He always does.",
      author: { id: 1, displayName: "Nora Whitfield", photoURL: null },
      createdAt: "2026-01-06T17:00:00Z",
      editedAt: "2026-01-06T18:00:00Z",
      mine: true,
    },
  ],
};
const talk: Notes = {
  reached: 0.6,
  open: false,
  notes: [note],
  ahead: [
    { chapter: 8, count: 2 },
    { chapter: 11, count: 1 },
  ],
};
const PATH = "/api/books/7/notes";
const openTalk = (api: Api = {}, hash = "") =>
  openApp(`/talk${hash}`, {
    ...memberApi,
    [`GET ${PATH}`]: talk,
    "GET /api/books/7/contents": contents,
    ...api,
  });
const listSentCalls = (app: ReturnType<typeof openTalk>, method: string) =>
  app.calls.filter((call) => call.method === method);

describe("the talk", () => {
  test("shows notes by chapter, your position, and the count ahead", async () => {
    openTalk();
    expect(await screen.findByText("Toad <b>will</b> crash.")).toBeTruthy();
    const chapter = screen.getByRole("region", { name: "Chapter 2" });
    expect(within(chapter).getByText("Poop-poop!")).toBeTruthy();
    expect(within(chapter).getByText("He always does.")).toBeTruthy();
    expect(within(chapter).getByText("edited")).toBeTruthy();
    expect(await screen.findByText("You're here: Chapter 8")).toBeTruthy();
    expect(screen.getByText("3 notes ahead of you, in chapters 9 and 12")).toBeTruthy();
  });

  test("doesn't show percents to those who haven't begun", async () => {
    openTalk({ [`GET ${PATH}`]: { ...talk, notes: [], reached: 0 } });
    expect(await screen.findByText("You're at the beginning")).toBeTruthy();
    expect(screen.queryByText(/0%/)).toBeNull();
  });

  test("names a reply that isn't sent once when the page is left", async () => {
    const app = openTalk();
    await app.user.click(await screen.findByRole("button", { name: "Reply" }));
    await app.user.type(await screen.findByLabelText("Your reply"), "Poop-poop");
    await app.user.click(screen.getByRole("link", { name: "Shelf" }));
    expect(await screen.findByText(/Not saved: your reply\./)).toBeTruthy();
  });

  test("sends a note from the position, keeps text on failure", async () => {
    const app = openTalk({
      [`POST ${PATH}`]: () => json({ message: "You can write 60 notes and replies a minute." }, 429),
    });
    const noteBox = await screen.findByRole("textbox", { name: "Your note" });
    await app.user.type(noteBox, " Poor Mole. ");
    await app.user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("You can write 60 notes and replies a minute.")).toBeTruthy();
    expect((noteBox as HTMLTextAreaElement).value).toBe(" Poor Mole. ");
    app.api[`POST ${PATH}`] = note;
    await app.user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect((noteBox as HTMLTextAreaElement).value).toBe(""));
    // a note may appear far from the form, so a message confirms it
    expect(await screen.findByText("Your note has been added")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Toad <b>will</b> crash."));
    expect(listSentCalls(app, "POST").at(-1)?.body).toMatchObject({
      text: "Poor Mole.",
      fraction: 0.6,
      quote: "",
      kind: "note",
    });
  });

  test("offers only chapters you've read", async () => {
    const app = openTalk();
    await app.user.click(await screen.findByRole("textbox", { name: "Your note" }));
    const aboutSelect = await screen.findByRole("combobox", { name: "About" });
    expect(within(aboutSelect).getAllByRole("option").at(-1)?.textContent).toBe("Chapter 8");
  });

  test("keeps typed text when the page is left, without asking", async () => {
    const app = openTalk();
    await app.user.type(await screen.findByRole("textbox", { name: "Your note" }), "Poor Mole");
    await app.user.click(screen.getByRole("link", { name: "Shelf" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Your note" }) === null).toBe(true));
    expect(sessionStorage.getItem("note-draft")).toContain("Poor Mole");
    await app.user.click(screen.getByRole("link", { name: "Talk" }));
    const noteBox = await screen.findByRole("textbox", { name: "Your note" });
    expect((noteBox as HTMLTextAreaElement).value).toBe("Poor Mole");
  });

  test("leads to the note that a link names", async () => {
    openTalk({}, "#note-5");
    await screen.findByText("Toad <b>will</b> crash.");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Toad <b>will</b> crash."));
  });

  test("shows text as written, with web addresses as links", async () => {
    const text = "<b>שלום</b> Z\u0351\u036B https://example.org/a?b. javascript:alert(1)";
    openTalk({ [`GET ${PATH}`]: { ...talk, notes: [{ ...note, text }] } });
    const link = await screen.findByRole("link", { name: "https://example.org/a?b" });
    expect(link.getAttribute("rel")).toContain("nofollow noopener");
    expect(link.parentElement?.textContent).toBe(text);
    expect(link.parentElement?.querySelectorAll("*")).toHaveLength(1);
  });

  test("keeps chapters apart that have the same title", async () => {
    const sameTitleNote = { ...note, id: 6, fraction: 0.5, chapter: { index: 6, title: "Chapter 2" }, replies: [] };
    openTalk({ [`GET ${PATH}`]: { ...talk, notes: [note, sameTitleNote] } });
    await waitFor(() => expect(screen.getAllByRole("region", { name: "Chapter 2" })).toHaveLength(2));
  });

  test("shows nearby notes first, and all on request or in print", async () => {
    const notes = Array.from({ length: 200 }, (_, at) => ({ ...note, id: at + 1, fraction: at / 200, replies: [] }));
    const { user } = openTalk({ [`GET ${PATH}`]: { ...talk, notes } });
    const countShown = () => screen.getAllByRole("button", { name: "Reply" }).length;
    await user.click(await screen.findByRole("button", { name: "Show more (71 earlier notes)" }));
    expect(countShown()).toBe(150);
    expect(screen.getByRole("button", { name: "Show more (21 earlier notes)" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Show more (29 later notes)" })).toBeTruthy();
    act(() => void dispatchEvent(new Event("beforeprint")));
    expect(countShown()).toBe(200);
  });

  test("fetches others' notes only when they're shown", async () => {
    const app = openTalk({ [`GET ${PATH}/count`]: { count: 1, newestAt: note.createdAt } });
    await screen.findByText("Toad <b>will</b> crash.");
    const countReads = () => app.calls.filter(({ method, path }) => method === "GET" && path === PATH).length;
    const readsBefore = countReads();
    const refetchNoteCount = () => app.queryClient.refetchQueries({ queryKey: [`${PATH}/count`] });
    await act(refetchNoteCount);
    expect(countReads()).toBe(readsBefore);
    app.api[`GET ${PATH}`] = { ...talk, notes: [note, { ...note, id: 9, text: "Poop!", replies: [] }] };
    app.api[`GET ${PATH}/count`] = { count: 2, newestAt: note.createdAt };
    await act(refetchNoteCount);
    expect(await screen.findByText("Poop!")).toBeTruthy();
    expect(countReads()).toBe(readsBefore + 1);
  });

  test("marks the Club tab until others' notes were seen", async () => {
    localStorage.clear();
    const count = { count: 1, newestAt: note.createdAt };
    const api = { [`GET ${PATH}/count`]: count };
    const { unmount } = openApp("/profile", { ...memberApi, ...api });
    expect(await screen.findByRole("link", { name: "Club (new notes in the talk)" })).toBeTruthy();
    unmount();
    openTalk(api);
    await screen.findByText("Toad <b>will</b> crash.");
    await waitFor(() => expect(screen.getByRole("link", { name: "Club" })).toBeTruthy());
    cleanup();
    const app = openApp("/profile", { ...memberApi, ...api });
    await waitFor(() => expect(app.calls.map(({ path }) => path)).toContain(`${PATH}/count`));
    expect(await screen.findByRole("link", { name: "Club" })).toBeTruthy();
    cleanup();
    openApp("/profile", { ...memberApi, [`GET ${PATH}/count`]: { count: 1, newestAt: "2026-02-01T00:00:00Z" } });
    expect(await screen.findByRole("link", { name: "Club (new notes in the talk)" })).toBeTruthy();
  });

  test("gives and takes back a heart, and replies", async () => {
    const app = openTalk({ "PUT /api/notes/5/heart": note, "POST /api/notes/5/replies": note.replies[0] });
    await app.user.click(await screen.findByRole("button", { name: "Heart, 2 hearts" }));
    await waitFor(() => expect(listSentCalls(app, "PUT").map(({ path }) => path)).toEqual(["/api/notes/5/heart"]));
    await app.user.click(screen.getByRole("button", { name: "Reply" }));
    await app.user.type(screen.getByRole("textbox", { name: "Your reply" }), "Again?");
    await app.user.click(screen.getAllByRole("button", { name: "Reply" }).at(-1) as HTMLElement);
    await waitFor(() => expect(listSentCalls(app, "POST").map(({ body }) => body)).toMatchObject([{ text: "Again?" }]));
  });

  test("lets you edit and delete your own notes, with undo", async () => {
    const app = openTalk({ "PATCH /api/replies/8": note.replies[0] });
    await screen.findByText("He always does.");
    expect(screen.queryByRole("button", { name: /Edit the note/ })).toBeNull();
    await app.user.click(screen.getByRole("button", { name: "Edit the reply 'He always does.'" }));
    const replyBox = screen.getByRole("textbox", { name: "Your reply" });
    await app.user.clear(replyBox);
    await app.user.type(replyBox, "Always.");
    await app.user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(listSentCalls(app, "PATCH").map(({ body }) => body)).toEqual([{ text: "Always." }]));
    await app.user.click(await screen.findByRole("button", { name: "Delete the reply 'He always does.'" }));
    await app.user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("He always does.")).toBeTruthy();
    expect(listSentCalls(app, "DELETE")).toEqual([]);
  });

  test("asks readers of paper how far they are, with undo", async () => {
    const app = openTalk({ "PUT /api/books/7/reached": { reached: 0.75 } });
    const progressSelect = await screen.findByRole("combobox", { name: "I've read up to the end of" });
    await app.user.selectOptions(progressSelect, "Chapter 9");
    app.api[`GET ${PATH}`] = { ...talk, reached: 0.74 };
    await app.user.click(screen.getByRole("button", { name: "Save my place" }));
    // between both forms, so a phone shows it after either one
    const savedMessage = await screen.findByText(/^Saved: Chapter 9\./);
    expect(savedMessage.compareDocumentPosition(progressSelect)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await app.user.click(screen.getByRole("button", { name: "Undo" }));
    const listBodies = () => listSentCalls(app, "PUT").map(({ body }) => body);
    await waitFor(() => expect(listBodies()).toEqual([{ fraction: 899 / 1200 }, { fraction: 0.6 }]));
    await waitFor(() => expect(screen.queryByText(/^Saved:/) === null).toBe(true));
  });

  test("lets admins add questions anywhere, and open the talk", async () => {
    const admin = { "GET /api/auth/user": { ...nora, isAdmin: true }, [`POST ${PATH}/open`]: { open: true } };
    const app = openTalk({ ...admin, [`POST ${PATH}`]: note });
    await app.user.click(await screen.findByRole("textbox", { name: "Your note" }));
    await app.user.click(await screen.findByRole("checkbox", { name: "A question for the evening" }));
    await app.user.selectOptions(screen.getByRole("combobox", { name: "About" }), "Chapter 12");
    await app.user.type(screen.getByRole("textbox", { name: "Your question" }), "Was it fair?");
    const otherKey = [`${PATH}?kind=question`];
    app.queryClient.setQueryData(otherKey, { ...talk, notes: [] });
    await app.user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(listSentCalls(app, "POST").at(-1)?.body).toMatchObject({ kind: "question", fraction: 11 / 12 }),
    );
    await waitFor(() => expect(app.queryClient.getQueryState(otherKey)?.isInvalidated).toBe(true));
    await app.user.click(screen.getByRole("button", { name: "Open the talk to everyone" }));
    await app.user.click(await screen.findByRole("button", { name: "Open it" }));
    await waitFor(() => expect(listSentCalls(app, "POST").at(-1)?.path).toBe(`${PATH}/open`));
  });

  test("has its heading while no book is chosen, and says so", async () => {
    openTalk({ "GET /api/books/current": () => json(null) });
    expect(await screen.findByRole("heading", { level: 1, name: "Talk" })).toBeTruthy();
    expect(screen.getByText(/^No book has been chosen yet/)).toBeTruthy();
  });

  test("shows one line when offline without a cached talk", async () => {
    const respondStored = (value: unknown) => () =>
      Response.json(value, { headers: { [LAST_SEEN_HEADER]: new Date("2026-01-30T14:14:00Z").toISOString() } });
    const app = openTalk({
      ...Object.fromEntries(Object.entries(memberApi).map(([call, answer]) => [call, respondStored(answer)])),
      "GET /api/books/7/contents": respondStored(contents),
      [`GET ${PATH}`]: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    expect(await screen.findByText(/^Can't reach the club\. Last updated Jan 30/)).toBeTruthy();
    expect(await screen.findByText("We couldn't load the talk")).toBeTruthy();
    Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
    act(() => void dispatchEvent(new Event("offline")));
    expect(screen.getByText("You'll see the talk once you're back online.")).toBeTruthy();
    expect(screen.getAllByText(/^You're offline\. Last updated Jan 30/)).toHaveLength(1);
    expect(screen.queryByRole("alert")).toBeNull();
    Reflect.deleteProperty(navigator, "onLine");
    Object.assign(app.api, memberApi, { [`GET ${PATH}`]: talk, "GET /api/books/7/contents": contents });
    app.api[`GET ${PATH}/count`] = { count: 1, newestAt: note.createdAt };
    await act(() => app.queryClient.refetchQueries({ queryKey: [`${PATH}/count`] }));
    expect(await screen.findByText("Toad <b>will</b> crash.")).toBeTruthy();
  });

  test("says when loading failed, and when there are no notes", async () => {
    const app = openTalk({ [`GET ${PATH}`]: () => json({ message: "The disk is full." }, 507) });
    expect(await screen.findByText("We couldn't load the talk")).toBeTruthy();
    app.api[`GET ${PATH}`] = { ...talk, notes: [], ahead: [] };
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/No notes yet/)).toBeTruthy();
  });
});
