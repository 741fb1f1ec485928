import { describe, expect, test } from "bun:test";

import { act, fireEvent, screen, waitFor } from "@testing-library/react";

import { openDashboard, respondError } from "#tests/support/admin-web.tsx";
import { arrives, FOUND_CALL } from "#tests/support/fake-upload.ts";
import { choose, expectTwice, file, offer, uploadPage } from "#tests/support/upload-page.ts";
import { book, json } from "#tests/support/web.tsx";

const page = uploadPage();
const { request, bytes } = page;

const COVER = "POST /api/upload/cover";
const url = `/api/covers/${"a".repeat(64)}.webp`;

describe("an upload", () => {
  test("goes to the book with its progress, and says so at the end", async () => {
    await choose("ebook", file("emma.epub"), { [FOUND_CALL]: { filename: "emma.epub", found: offer } });
    expect((await request()).metadata).toEqual({ filename: "emma.epub", kind: "ebook", bookId: "7" });
    const upload = await bytes();
    expect(await (upload.body as Blob).text()).toBe("bytes of the file");
    act(() => upload.progress(5));
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("29");
    act(() => upload.progress(17));
    expect(screen.getByText(/Checking the file/)).toBeTruthy();
    act(() => arrives(upload));
    expect(await screen.findByText("eBook uploaded successfully")).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("also starts with a file dropped on the card", async () => {
    openDashboard("ebook");
    const card = await screen.findByText("willows.epub");
    fireEvent.drop(card, { dataTransfer: { types: ["Files"], files: [file("emma.epub")] } });
    expect((await request()).metadata).toMatchObject({ filename: "emma.epub" });
  });

  test("can be canceled, and nothing has changed then", async () => {
    const { calls, user } = await choose("audiobook", file("emma.m4b"));
    const upload = await bytes();
    const countRequests = () => calls.filter(({ path }) => path === "/api/books/current").length;
    const requestsBefore = countRequests();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Upload canceled")).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(upload.isAborted()).toBe(true);
    expect((await request("DELETE")).path).toBe(upload.path);
    // the upload may be complete already, so the page asks for its state
    await waitFor(() => expect(countRequests()).toBeGreaterThan(requestsBefore));
  });

  test("ends when the dashboard is left, after asking", async () => {
    const { user } = await choose("audiobook", file("emma.m4b"));
    const upload = await bytes();
    await user.click(screen.getByRole("link", { name: "Home" }));
    expect(await screen.findByText(/Not saved: the audiobook upload\./)).toBeTruthy();
    expect(upload.isAborted()).toBe(false);
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
    expect(upload.isAborted()).toBe(true);
    await request("DELETE");
  });

  test("says what was expected in a toast and on the page", async () => {
    await choose("audiobook", file("emma.m4b"));
    const upload = await bytes();
    act(() => upload.respond(415, { message: "This is not an audiobook." }));
    await expectTwice("Failed to upload audiobook. This is not an audiobook.");
  });

  test("that breaks off says so, and resumes where it stopped", async () => {
    await choose("ebook", file("emma.epub"), { [FOUND_CALL]: { filename: "emma.epub", found: offer } });
    const upload = await bytes();
    act(() => upload.break());
    const lostMessage = await screen.findByText(/^Connection lost\. The upload resumes/);
    expect(screen.getAllByRole("status")).toContain(lostMessage);
    const offsetRequest = await request("HEAD");
    act(() => offsetRequest.respond(200, undefined, { "upload-offset": "5", "upload-length": "17" }));
    const nextRequest = await request("PATCH");
    expect(await (nextRequest.body as Blob).text()).toBe(" of the file");
    act(() => nextRequest.respond(204, undefined, { "upload-offset": "17" }));
    expect(await screen.findByText("eBook uploaded successfully")).toBeTruthy();
  });

  test("of a cover that breaks off says so", async () => {
    await choose("book", file("cover.png", "image/png"), {
      [COVER]: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    await expectTwice("Failed to upload cover. Check your connection and try again.");
  });

  test("of another type, or empty, isn't sent", async () => {
    const { user } = await choose("ebook", file("emma.pdf"));
    await expectTwice("Failed to upload eBook. An eBook must be an .epub file.");
    await user.upload(screen.getByLabelText("eBook file"), new File([], "emma.epub"));
    await expectTwice("Failed to upload eBook. This file is empty.");
    expect(page.requests()).toHaveLength(0);
  });

  test("of a cover shows the new image and says so", async () => {
    await choose("book", file("cover.png", "image/png"), { [COVER]: json({ url }, 201) });
    expect(await screen.findByText("Cover uploaded successfully")).toBeTruthy();
    expect(screen.getByAltText(`Cover of ${book.title}`).getAttribute("src")).toContain("aaaa");
  });

  test.each([true, false])("is undone right away once the page has the new book: %p", async (isKnown) => {
    const uploadResponse = Promise.withResolvers<Response>();
    const { api, calls, user } = await choose("book", file("cover.png", "image/png"), {
      [COVER]: () => uploadResponse.promise,
    });
    const changedBook = Promise.withResolvers<object>();
    for (const path of ["/api/books/current", "/api/books/7"]) api[`GET ${path}`] = () => changedBook.promise;
    if (isKnown) changedBook.resolve({ ...book, coverImage: url });
    uploadResponse.resolve(json({ url }, 201));
    const removeButton = await screen.findByRole("button", { name: "Remove cover" });
    if (isKnown) await waitFor(() => expect(screen.queryByText("Not saved yet") === null).toBe(true));
    await user.click(removeButton);
    changedBook.resolve({ ...book, coverImage: url });
    await screen.findByText("The cover will be removed when you save.");
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    const findSavedBody = () => calls.find(({ method }) => method === "PATCH")?.body;
    await waitFor(() => expect(findSavedBody()).toEqual({ coverImage: null, was: { coverImage: url } }));
  });

  test("of a cover that fails says so", async () => {
    await choose("book", file("cover.png", "image/png"), { [COVER]: () => new Response("", { status: 500 }) });
    await expectTwice("Failed to upload cover.");
  });

  test("needs a book", async () => {
    await choose("ebook", file("emma.epub"), { "GET /api/books": [], "GET /api/books/current": json(null) });
    expect((await screen.findAllByText("No current book found. Please create a book first.")).length).toBeGreaterThan(
      0,
    );
    expect(page.requests()).toHaveLength(0);
  });

  test("needs to know the book", async () => {
    await choose("ebook", file("emma.epub"), { "GET /api/books/current": respondError });
    expect(
      (await screen.findAllByText("Failed to get current book. Please create a book first.")).length,
    ).toBeGreaterThan(0);
    expect(page.requests()).toHaveLength(0);
  });
});

describe("the file's metadata", () => {
  const foundMetadata = {
    ...offer,
    title: "Willows",
    narrator: "Ann Lee",
    seconds: 31_800,
    duration: "8 hrs and 50 mins",
  };
  const startUpload = async (api: Parameters<typeof openDashboard>[1] = {}) => {
    const app = await choose("audiobook", file("willows.m4b"), {
      ...api,
      [FOUND_CALL]: { filename: "willows.m4b", found: foundMetadata },
    });
    const upload = await bytes();
    act(() => arrives(upload));
    await screen.findByRole("group", { name: "The file says" });
    return app;
  };

  test("ticks what the book lacks, not what differs", async () => {
    const { calls, user } = await startUpload({ "PATCH /api/books/7": book });
    const choices = screen.getAllByRole("checkbox") as HTMLInputElement[];
    expect(choices.map(({ checked, labels }) => [checked, labels?.[0]?.textContent])).toEqual([
      [true, "Narrator: Ann Lee"],
      [true, "Length: 8 hrs and 50 mins"],
      [false, "Title: Willows in place of The Wind in the Willows"],
    ]);
    await user.click(screen.getByRole("button", { name: "Use it" }));
    expect(await screen.findByText("Book updated successfully")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      audiobookNarrator: "Ann Lee",
      audiobookDuration: "8 hrs and 50 mins",
    });
    expect(screen.queryByText(/The file says/)).toBeNull();
  });

  test("can be dismissed", async () => {
    const { user } = await startUpload();
    await user.click(screen.getByRole("button", { name: "No, thanks" }));
    expect(screen.queryByText(/The file says/)).toBeNull();
  });
});

describe("the current file", () => {
  test("is shown with name and size, and removed only on save", async () => {
    const { calls, user } = openDashboard("ebook", { "PATCH /api/books/7": { ...book, ebookFilename: null } });
    expect(await screen.findByText("willows.epub")).toBeTruthy();
    expect(screen.getByText("1.4 MB")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove eBook" }));
    expect(screen.getByText("willows.epub will be removed when you save")).toBeTruthy();
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Keep the file" }));
    await user.click(screen.getByRole("button", { name: "Remove eBook" }));
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    expect(await screen.findByText("Book updated successfully")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      ebookFilename: null,
      was: { ebookFilename: "willows.epub" },
    });
  });

  test("isn't removed when another admin replaced it meanwhile", async () => {
    const errors = [{ path: "/ebookFilename", message: "Someone else changed this in the meantime" }];
    const { api, user } = openDashboard("ebook", {
      "PATCH /api/books/7": () => json({ message: "Someone else changed this in the meantime.", errors }, 409),
    });
    await user.click(await screen.findByRole("button", { name: "Remove eBook" }));
    for (const path of ["/api/books/current", "/api/books/7"])
      api[`GET ${path}`] = { ...book, ebookFilename: "willows, second printing.epub" };
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    expect(await screen.findByText("willows, second printing.epub")).toBeTruthy();
    expect(screen.getByText("Failed to update book. Someone else changed this in the meantime.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Remove eBook" })).toBeTruthy();
  });

  test("accepts .epub for eBooks, .m4b and .mp3 for audiobooks", async () => {
    const { user } = openDashboard("ebook");
    expect((await screen.findByLabelText("eBook file")).getAttribute("accept")).toBe(".epub");
    await user.click(screen.getByRole("tab", { name: "Audiobook Files" }));
    expect((await screen.findByLabelText("Audiobook file")).getAttribute("accept")).toBe(".m4b,.mp3");
    expect(screen.getByText("This book has no audiobook yet.")).toBeTruthy();
  });
});
