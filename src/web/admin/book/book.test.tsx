import { describe, expect, test } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";

import { openDashboard, respondError, respondMessage } from "#tests/support/admin-web.tsx";
import { book, json, signedOut, stored } from "#tests/support/web.tsx";

const getBox = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const openTab = async (api: Parameters<typeof openDashboard>[1] = {}) => {
  const app = openDashboard("book", api);
  await screen.findByLabelText("Title");
  return app;
};
const noBooks = { "GET /api/books": [], "GET /api/books/current": json(null) };

/** In a toast and on the page. */
const expectTwice = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));

describe("Book Info", () => {
  test("shows the current book's fields, with its month picked", async () => {
    await openTab();
    expect(getBox("Title").value).toBe(book.title);
    expect(getBox("Author").value).toBe(book.author);
    expect(getBox("Month").value).toBe("01");
    expect(getBox("Year").value).toBe("2026");
    expect(getBox("Synopsis").value).toBe(book.synopsis);
    expect(screen.getByText("e.g. 8 hrs and 50 mins")).toBeTruthy();
    expect(screen.getByRole("option", { name: "January 2026: The Wind in the Willows (current)" })).toBeTruthy();
  });

  test("keeps typed text when another tab can't load the books", async () => {
    const { api, user } = await openTab();
    await user.type(getBox("Synopsis"), " Ratty rows.");
    api["GET /api/books"] = signedOut;
    await user.click(screen.getByRole("tab", { name: "eBook Files" }));
    await screen.findByText("willows.epub");
    await user.click(screen.getByRole("tab", { name: "Book Info" }));
    expect(getBox("Synopsis").value).toEndWith(" Ratty rows.");
  });

  test("keeps typed text when another book becomes the current one", async () => {
    const { api, user } = await openTab();
    await user.type(getBox("Synopsis"), " Ratty rows.");
    const nextBook = { ...book, id: 8, title: "Emma", month: "2026-02" };
    api["GET /api/books/current"] = nextBook;
    api["GET /api/books"] = [nextBook, book];
    await user.click(screen.getByRole("tab", { name: "eBook Files" }));
    await screen.findByText("willows.epub");
    await user.click(screen.getByRole("tab", { name: "Book Info" }));
    expect(await screen.findByRole("option", { name: "February 2026: Emma (current)" })).toBeTruthy();
    expect(getBox("Title").value).toBe(book.title);
    expect(getBox("Synopsis").value).toEndWith(" Ratty rows.");
  });

  test("warns that a month already has a book", async () => {
    const otherBook = { id: 8, title: "Emma", author: "Jane Austen", month: "2026-02" };
    const { user } = await openTab({ "GET /api/books": [otherBook, { ...otherBook, ...book }] });
    const warning = "February 2026 has a book already: Emma. Members see the newer of the two.";
    expect(screen.queryByText(warning)).toBeNull();
    await user.selectOptions(getBox("Month"), "February");
    expect(screen.getByText(warning)).toBeTruthy();
  });

  test("saves the changed fields and says so", async () => {
    const { calls, user } = await openTab({
      "PATCH /api/books/7": (body: unknown) => ({ ...book, ...(body as object) }),
    });
    await user.type(getBox("Audiobook Narrator"), "Ann Lee");
    await user.selectOptions(getBox("Month"), "March");
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    expect(await screen.findByText("Book updated successfully")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      audiobookNarrator: "Ann Lee",
      month: "2026-03",
      was: { audiobookNarrator: "", month: "2026-01" },
    });
  });

  test("keeps what was typed when the save fails", async () => {
    const { user } = await openTab({ "PATCH /api/books/7": respondError });
    await user.type(getBox("Title"), "!");
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    expect(await screen.findByText("Failed to update book.")).toBeTruthy();
    expect(getBox("Title").value).toBe(`${book.title}!`);
  });

  test("shows what another admin saved in the same fields", async () => {
    const errors = [
      { path: "/synopsis", message: "Seen?" },
      { path: "/coverImage", message: "Seen?" },
    ];
    const bookWithCover = { ...book, coverImage: "/api/covers/a.webp" };
    const { api, user } = await openTab({
      "GET /api/books/current": bookWithCover,
      "GET /api/books/7": bookWithCover,
      "PATCH /api/books/7": () => json({ message: "Somebody else has changed this.", errors }, 409),
    });
    await user.type(getBox("Synopsis"), " Ratty rows.");
    await user.click(screen.getByRole("button", { name: "Remove cover" }));
    const otherAdminsBook = { ...book, synopsis: "Toad drives.", coverImage: "/api/covers/b.webp" };
    api["GET /api/books/7"] = otherAdminsBook;
    api["GET /api/books/current"] = otherAdminsBook;
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    expect(await screen.findByText("Toad drives.")).toBeTruthy();
    expect(screen.getByText("A different cover")).toBeTruthy();
    expect(getBox("Synopsis").value).toEndWith(" Ratty rows.");
  });

  test("creates the first book, then updates it by its id", async () => {
    const newBook = { ...book, id: 9, title: "Emma", author: "Jane Austen" };
    const { calls, user } = await openTab({
      ...noBooks,
      "POST /api/books": json(newBook, 201),
      "GET /api/books/9": newBook,
    });
    const createButton = screen.getByRole("button", { name: "Create New Book" });
    await user.click(createButton);
    expect(await screen.findByText("Title is required")).toBeTruthy();
    expect(screen.getByText("Author is required")).toBeTruthy();
    await user.type(getBox("Title"), "Emma");
    await user.type(getBox("Author"), "Jane Austen");
    await user.type(getBox("ISBN"), "978-0-14-143958-7");
    await user.click(createButton);
    expect(await screen.findByText("New book created successfully")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Save Book Information" })).toBeTruthy();
    expect(calls.find(({ method, path }) => `${method} ${path}` === "POST /api/books")?.body).toMatchObject({
      title: "Emma",
      author: "Jane Austen",
      isbn: "978-0-14-143958-7",
      synopsis: "",
      coverImage: null,
    });
  });

  test("accepts no typing while the book is being created", async () => {
    const { user } = await openTab({ ...noBooks, "POST /api/books": () => new Promise(() => {}) });
    await user.type(getBox("Title"), "Emma");
    await user.type(getBox("Author"), "Jane Austen{Enter}");
    await screen.findByRole("button", { name: "Saving..." });
    await user.type(getBox("Synopsis"), "She meddles.");
    expect(getBox("Synopsis").value).toBe("");
  });

  test("says when the book couldn't be created, and keeps typed text", async () => {
    const { user } = await openTab({ ...noBooks, "POST /api/books": respondError });
    await user.type(getBox("Title"), "Emma");
    await user.type(getBox("Author"), "Jane Austen");
    await user.click(screen.getByRole("button", { name: "Create New Book" }));
    expect(await screen.findByText("Failed to create new book.")).toBeTruthy();
    expect(getBox("Title").value).toBe("Emma");
  });

  test("asks before a new book discards unsaved changes", async () => {
    const { user } = await openTab();
    await user.type(getBox("Title"), "!");
    await user.click(screen.getByRole("button", { name: "New book" }));
    const question = within(await screen.findByRole("dialog", { name: "Leave without saving this book?" }));
    await user.click(question.getByRole("button", { name: "Discard changes" }));
    expect(await screen.findByRole("button", { name: "Create New Book" })).toBeTruthy();
    expect(getBox("Title").value).toBe("");
    await user.selectOptions(getBox("Book"), "7");
    await waitFor(() => expect(getBox("Title").value).toBe(book.title));
  });

  test("says that a linked book is gone, and offers another", async () => {
    const { user } = openDashboard("book&book=99", {
      "GET /api/books/99": respondMessage("There is no such book.", 404),
    });
    expect(await screen.findByText("There is no such book.")).toBeTruthy();
    expect(((await screen.findByLabelText("Book")) as HTMLSelectElement).selectedOptions[0]?.text).toBe(
      "Choose a book",
    );
    await user.selectOptions(screen.getByLabelText("Book"), "7");
    expect(((await screen.findByLabelText("Title")) as HTMLInputElement).value).toBe(book.title);
  });

  test("offers to try again when the book cannot be loaded", async () => {
    openDashboard("book", { "GET /api/books/current": respondError });
    expect(await screen.findByText("We couldn't load the book")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("the ISBN lookup", () => {
  const foundBook = { title: "Emma", author: "Jane Austen", synopsis: "", isbn: "9780141439587" };
  const fetchButton = () => screen.getByRole("button", { name: "Fetch Book Info" });

  test("needs an ISBN", async () => {
    const { calls, user } = await openTab();
    await user.click(fetchButton());
    expect((await screen.findAllByText("Please enter an ISBN")).length).toBeGreaterThan(0);
    expect(calls.some(({ path }) => path.includes("/isbn"))).toBe(false);
  });

  test("fills the form with what was found, undoable, unsaved", async () => {
    const { calls, user } = await openTab({ "POST /api/books/isbn": foundBook });
    await user.type(getBox("ISBN lookup"), " 978-0-14-143958-7 ");
    await user.click(fetchButton());
    expect(await screen.findByText("Book information fetched successfully")).toBeTruthy();
    expect(getBox("Title").value).toBe("Emma");
    expect(getBox("ISBN").value).toBe("9780141439587");
    expect(getBox("Synopsis").value).toBe(book.synopsis);
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(getBox("Title").value).toBe(book.title);
  });

  test("keeps later edits on undo, and offers none once saved", async () => {
    const storedBook = stored(book);
    const { user } = await openTab({
      "GET /api/books/current": storedBook.read,
      "POST /api/books/isbn": foundBook,
      "PATCH /api/books/7": storedBook.change((body) => body),
    });
    const lookUp = async () => {
      await user.clear(getBox("ISBN lookup"));
      await user.type(getBox("ISBN lookup"), "9780141439587");
      await user.click(fetchButton());
      await screen.findByRole("button", { name: "Undo" });
    };
    await lookUp();
    await user.type(getBox("Author"), " (1815)");
    await user.type(getBox("Audiobook Narrator"), "Ann Lee");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect([getBox("Title").value, getBox("ISBN").value]).toEqual([book.title, ""]);
    expect([getBox("Author").value, getBox("Audiobook Narrator").value]).toEqual(["Jane Austen (1815)", "Ann Lee"]);

    await lookUp();
    await user.click(screen.getByRole("button", { name: "Save Book Information" }));
    await screen.findByText("Book updated successfully");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" }) === null).toBe(true));
  });

  test("shows the server's reason when nothing was found", async () => {
    const warning = "No book with this ISBN was found.";
    const firstApp = await openTab({ "POST /api/books/isbn": respondMessage(warning, 404) });
    await firstApp.user.type(getBox("ISBN lookup"), "9780141439587");
    await firstApp.user.click(fetchButton());
    await expectTwice(warning);
    firstApp.unmount();
    const secondApp = await openTab({ "POST /api/books/isbn": respondError });
    await secondApp.user.type(getBox("ISBN lookup"), "1");
    await secondApp.user.click(fetchButton());
    await expectTwice("Failed to fetch book information.");
  });
});
