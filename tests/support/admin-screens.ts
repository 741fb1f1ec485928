import {
  answers,
  LONG_TITLE,
  longBook,
  longTitles,
  manyUsers,
  overtaken,
  sending,
  trouble,
  uploadAt,
} from "./admin-states.ts";
import { choose, fault, fill, press, type Screen, shown, silence, steps } from "./screen.ts";

const admin = { setting: "full", as: "admin" } as const;
const tab = (key: string) => `/admin?tab=${key}`;
const ebook = { name: "The Green Chair.epub", mimeType: "application/epub+zip", buffer: Buffer.alloc(1000) };
const audiobook = { name: "The Green Chair.m4b", mimeType: "audio/mp4", buffer: Buffer.alloc(1000) };

/** The dashboard, each tab in each state, and everything that opens above it. */
export const adminScreens: Screen[] = [
  { ...admin, name: "admin content", path: tab("content") },
  { ...admin, name: "admin month", path: `/admin/months/${new Date().toISOString().slice(0, 7)}` },
  {
    ...admin,
    name: "admin month loading",
    isPictureOnly: true,
    path: "/admin/months/2027-01",
    answer: silence("**/api/months/*"),
    isWaiting: true,
  },
  { ...admin, name: "admin health", path: "/admin/health" },
  {
    ...admin,
    name: "admin health error",
    isPictureOnly: true,
    path: "/admin/health",
    answer: fault("**/api/{audit*,backups,storage}", 503),
  },
  { ...admin, name: "admin board reset", path: tab("content"), act: press("Reset Posting Board"), isWindow: true },
  {
    ...admin,
    name: "admin leaving",
    path: tab("content"),
    isWindow: true,
    act: steps(
      fill("Welcome Message", "Welcome, readers."),
      (page) => page.getByRole("button", { name: /^Account:/ }).click(),
      (page) => page.getByRole("menuitem", { name: "Sign out" }).click(),
      shown("Sign out without saving?"),
    ),
  },
  {
    ...admin,
    name: "admin same field",
    path: tab("content"),
    act: steps(
      fill("Welcome Message", "Welcome, readers. Mind the green chair."),
      fill("Meeting Location", "Finch & Daughter Wines, upstairs"),
      overtaken,
      press("Save Content"),
      (page) => page.getByText("Someone else changed").first().waitFor(),
    ),
  },
  { ...admin, name: "admin book", path: tab("book") },
  { ...admin, name: "admin ebook", path: tab("ebook") },
  { ...admin, name: "admin audiobook", path: tab("audiobook") },
  {
    ...admin,
    name: "admin match",
    path: tab("audiobook"),
    act: steps(
      (page) => page.getByText("Matching chapters").click(),
      (page) => page.getByRole("button", { name: "Save chapters" }).waitFor(),
    ),
  },
  {
    ...admin,
    name: "admin upload",
    path: tab("audiobook"),
    answer: uploadAt(0.4),
    act: steps(choose("Audiobook file", audiobook), shown("left")),
  },
  { ...admin, name: "admin users", path: tab("users") },
  { ...admin, name: "admin user delete", path: tab("users"), act: press("Delete Teo Marchetti"), isWindow: true },
  {
    ...admin,
    name: "admin password",
    isWindow: true,
    path: tab("users"),
    answer: (page) =>
      page.route("**/api/users/*/password-reset", (route) =>
        route.fulfill({
          json: {
            temporaryPassword: "kT7wq2RzMh4XcvB9nPfd",
            user: { id: 5, username: "teo", displayName: "Teo Marchetti" },
          },
        }),
      ),
    act: steps(press("Reset Password of Teo Marchetti"), press("Reset password"), shown("Next steps")),
  },
  {
    ...admin,
    name: "admin invitation",
    path: tab("users"),
    act: steps(press("Create Invitation"), shown("The invitation is ready.")),
  },
  { ...admin, name: "admin users error", path: tab("users"), answer: fault("**/api/users*", 403) },
  { ...admin, name: "admin email", path: tab("email") },
  {
    ...admin,
    name: "admin loading",
    isPictureOnly: true,
    path: tab("content"),
    answer: silence("**/api/{content,posts/board,months/*}"),
    isWaiting: true,
  },
  {
    ...admin,
    name: "admin error",
    isPictureOnly: true,
    path: tab("content"),
    answer: fault("**/api/{content,posts/board,months/*}", 503),
  },
  {
    ...admin,
    name: "admin undo",
    path: tab("content"),
    answer: answers({
      ...trouble,
      "**/api/posts/board": { posts: 0, undo: { posts: 1000, until: "2027-11-10T17:10:00Z" } },
    }),
    act: steps(fill("Meeting Location", "A".repeat(301)), press("Save Content"), (page) =>
      page.getByText("at most 300").first().waitFor(),
    ),
  },
  {
    ...admin,
    name: "admin book loading",
    isPictureOnly: true,
    path: tab("book"),
    answer: silence("**/api/books**"),
    isWaiting: true,
  },
  {
    ...admin,
    name: "admin book long",
    isPictureOnly: true,
    path: tab("book"),
    answer: answers({ "**/api/books/current": longBook, "**/api/books": longTitles }),
    act: steps(fill("Title", ""), press("Save Book Information"), press("Fetch Book Info"), shown("Title is required")),
  },
  { ...admin, name: "admin book new", path: `${tab("book")}&book=new` },
  {
    ...admin,
    name: "admin book found",
    isPictureOnly: true,
    path: `${tab("book")}&book=new`,
    answer: answers({
      "**/api/books/isbn": { title: "Emma", author: "Jane Austen", synopsis: "", isbn: "9780141439587" },
    }),
    act: steps(fill("ISBN lookup", "978-0-14-143958-7"), press("Fetch Book Info"), shown("were filled in")),
  },
  {
    ...admin,
    name: "admin removal",
    isPictureOnly: true,
    path: tab("ebook"),
    answer: answers({ "**/api/books/current": longBook, "**/api/books": longTitles }),
    act: press("Remove eBook"),
  },
  {
    ...admin,
    name: "admin offer",
    path: tab("audiobook"),
    answer: async (page) => {
      const found = {
        title: LONG_TITLE,
        author: "Edith Marrowby",
        narrator: "Ann Lee",
        seconds: 31_800,
        duration: "8 hrs and 50 mins",
        chapters: [],
        cover: null,
      };
      await page.route("**/api/upload/*", (route) =>
        route.fulfill({ status: 201, json: { filename: "The Green Chair.m4b", found } }),
      );
    },
    act: steps(choose("Audiobook file", audiobook), shown("The file says")),
  },
  {
    ...admin,
    name: "admin refused file",
    isPictureOnly: true,
    path: tab("ebook"),
    answer: fault("**/api/upload/*", 415, "This is not an EPUB: it has no list of contents."),
    act: steps(choose("eBook file", ebook), (page) => page.getByText("not an EPUB").first().waitFor()),
  },
  {
    ...admin,
    name: "admin many users",
    path: tab("users"),
    answer: answers({ "**/api/users?*": manyUsers }, { "x-total-count": "1000" }),
  },
  {
    ...admin,
    name: "admin no user",
    isPictureOnly: true,
    path: tab("users"),
    answer: answers({ "**/api/users?*": [], "**/api/invitations": [] }),
  },
  {
    ...admin,
    name: "admin users loading",
    isPictureOnly: true,
    path: tab("users"),
    answer: silence("**/api/{users*,invitations}"),
    isWaiting: true,
  },
  { ...admin, name: "admin sending", path: tab("email"), answer: answers(sending) },
  {
    ...admin,
    name: "admin preview",
    isPictureOnly: true,
    path: tab("email"),
    act: steps(press("Monthly email"), shown("Show as plain text")),
  },
  {
    ...admin,
    name: "admin email loading",
    isPictureOnly: true,
    path: tab("email"),
    answer: silence("**/api/email/**"),
    isWaiting: true,
  },
];
