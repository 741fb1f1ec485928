import {
  completeUpload,
  faultyHealth,
  LONG_TITLE,
  longBook,
  longTitles,
  manyUsers,
  MONTH_PAGE,
  replies,
  saveAsOtherAdmin,
  sending,
  uploadAt,
} from "./admin-states.ts";
import { admin, choose, failCall, fill, press, reply, type Screen, shown, steps } from "./screen.ts";

const tab = (key: string) => `/admin?tab=${key}`;
const ebook = { name: "The Green Chair.epub", mimeType: "application/epub+zip", buffer: Buffer.alloc(1000) };
const audiobook = { name: "The Green Chair.m4b", mimeType: "audio/mp4", buffer: Buffer.alloc(1000) };

export const adminScreens: Screen[] = [
  admin("admin content", tab("content")),
  admin("admin month", MONTH_PAGE),
  admin("admin health", "/admin/health"),
  admin("admin board reset", tab("content"), { prepare: press("Reset Posting Board"), isWindow: true }),
  admin("admin leaving", tab("content"), {
    isWindow: true,
    prepare: steps(
      fill("Welcome Message", "Welcome, readers."),
      (page) => page.getByRole("button", { name: /^Account:/ }).click(),
      (page) => page.getByRole("menuitem", { name: "Sign out" }).click(),
      shown("Sign out without saving?"),
    ),
  }),
  admin("admin same field", tab("content"), {
    prepare: steps(
      fill("Welcome Message", "Welcome, readers. Mind the green chair."),
      fill("Meeting Location", "Finch & Daughter Wines, upstairs"),
      saveAsOtherAdmin,
      press("Save Content"),
      (page) => page.getByText("Someone else changed").first().waitFor(),
    ),
  }),
  admin("admin book", tab("book")),
  admin("admin ebook", tab("ebook")),
  admin("admin audiobook", tab("audiobook")),
  admin("admin match", tab("audiobook"), {
    prepare: steps(
      (page) => page.getByText("Matching chapters").click(),
      (page) => page.getByRole("button", { name: "Save chapters" }).waitFor(),
    ),
  }),
  admin("admin upload", tab("audiobook"), {
    respond: uploadAt(0.4),
    prepare: steps(choose("Audiobook file", audiobook), shown("left")),
  }),
  admin("admin users", tab("users")),
  admin("admin user delete", tab("users"), { prepare: press("Delete Teo Marchetti"), isWindow: true }),
  admin("admin password", tab("users"), {
    isWindow: true,
    respond: (page) =>
      page.route("**/api/users/*/password-reset", (route) =>
        route.fulfill({
          json: {
            temporaryPassword: "kT7wq2RzMh4XcvB9nPfd",
            user: { id: 5, username: "teo", displayName: "Teo Marchetti" },
          },
        }),
      ),
    prepare: steps(press("Reset Password of Teo Marchetti"), press("Reset password"), shown("Next steps")),
  }),
  admin("admin invitation", tab("users"), {
    prepare: steps(press("Invite someone"), shown("The invitation is ready.")),
  }),
  admin("admin users error", tab("users"), { respond: failCall("**/api/users*", 403) }),
  admin("admin email", tab("email")),
  admin("admin undo", tab("content"), {
    respond: replies({
      ...faultyHealth,
      "**/api/posts/board": { posts: 0, undo: { posts: 1000, until: "2027-11-10T17:10:00Z" } },
    }),
    prepare: steps(fill("Meeting Location", "A".repeat(301)), press("Save Content"), (page) =>
      page.getByText("at most 300").first().waitFor(),
    ),
  }),
  admin("admin book long", tab("book"), {
    isImageOnly: true,
    respond: replies({ "**/api/books/current": longBook, "**/api/books": longTitles }),
    prepare: steps(
      fill("Title", ""),
      press("Save Book Information"),
      press("Fetch Book Info"),
      shown("Title is required"),
    ),
  }),
  admin("admin book new", `${tab("book")}&book=new`),
  admin("admin book found", `${tab("book")}&book=new`, {
    isImageOnly: true,
    respond: reply("**/api/books/isbn", {
      title: "Emma",
      author: "Jane Austen",
      synopsis: "",
      isbn: "9780141439587",
      coverImage: null,
    }),
    prepare: steps(fill("ISBN lookup", "978-0-14-143958-7"), press("Fetch Book Info"), shown("were filled in")),
  }),
  admin("admin removal", tab("ebook"), {
    isImageOnly: true,
    respond: replies({ "**/api/books/current": longBook, "**/api/books": longTitles }),
    prepare: press("Remove eBook"),
  }),
  admin("admin offer", tab("audiobook"), {
    respond: completeUpload("The Green Chair.m4b", {
      title: LONG_TITLE,
      author: "Edith Marrowby",
      narrator: "Ann Lee",
      seconds: 31_800,
      duration: "8 hrs and 50 mins",
      chapters: [],
      cover: null,
      warnings: [],
    }),
    prepare: steps(choose("Audiobook file", audiobook), shown("The file says")),
  }),
  admin("admin refused file", tab("ebook"), {
    isImageOnly: true,
    respond: failCall("**/api/uploads", 415, "This is not an EPUB: it has no list of contents."),
    prepare: steps(choose("eBook file", ebook), (page) => page.getByText("not an EPUB").first().waitFor()),
  }),
  admin("admin many users", tab("users"), {
    respond: replies({ "**/api/users?*": manyUsers }, { "x-total-count": "1000" }),
  }),
  admin("admin no user", tab("users"), {
    isImageOnly: true,
    respond: replies({ "**/api/users?*": [], "**/api/invitations": [] }),
  }),
  admin("admin sending", tab("email"), { respond: replies(sending) }),
  admin("admin preview", tab("email"), {
    isImageOnly: true,
    prepare: steps(press("Monthly email"), shown("Show as plain text")),
  }),
];
