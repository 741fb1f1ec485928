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
import { fault, press, type Screen, silence } from "./screen.ts";

const admin = { setting: "full", as: "admin" } as const;
const tab = (key: string) => `/admin?tab=${key}`;
const book = Buffer.alloc(1000);

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
    act: async (page) => {
      await page.getByLabel("Welcome Message").fill("Welcome, readers.");
      await page.getByRole("button", { name: /^Account:/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByText("Sign out without saving?").waitFor();
    },
  },
  {
    ...admin,
    name: "admin same field",
    path: tab("content"),
    act: async (page) => {
      await page.getByLabel("Welcome Message").fill("Welcome, readers. Mind the green chair.");
      await page.getByLabel("Meeting Location").fill("Finch & Daughter Wines, upstairs");
      await overtaken(page);
      await press("Save Content")(page);
      await page.getByText("Someone else changed").first().waitFor();
    },
  },
  { ...admin, name: "admin book", path: tab("book") },
  { ...admin, name: "admin ebook", path: tab("ebook") },
  { ...admin, name: "admin audiobook", path: tab("audiobook") },
  {
    ...admin,
    name: "admin match",
    path: tab("audiobook"),
    act: async (page) => {
      await page.getByText("Matching chapters").click();
      await page.getByRole("button", { name: "Save chapters" }).waitFor();
    },
  },
  {
    ...admin,
    name: "admin upload",
    path: tab("audiobook"),
    answer: uploadAt(0.4),
    act: async (page) => {
      const file = { name: "The Green Chair.m4b", mimeType: "audio/mp4", buffer: book };
      await page.getByLabel("Audiobook file", { exact: true }).setInputFiles(file);
      await page.getByText("left").waitFor();
    },
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
    act: async (page) => {
      await press("Reset Password of Teo Marchetti")(page);
      await press("Reset password")(page);
      await page.getByText("Next steps").waitFor();
    },
  },
  {
    ...admin,
    name: "admin invitation",
    path: tab("users"),
    act: async (page) => {
      await press("Create Invitation")(page);
      await page.getByText("The invitation is ready.").waitFor();
    },
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
    act: async (page) => {
      await page.getByLabel("Meeting Location").fill("A".repeat(301));
      await press("Save Content")(page);
      await page.getByText("at most 300").first().waitFor();
    },
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
    act: async (page) => {
      await page.getByLabel("Title").fill("");
      await press("Save Book Information")(page);
      await press("Fetch Book Info")(page);
      await page.getByText("Title is required").waitFor();
    },
  },
  { ...admin, name: "admin book new", path: `${tab("book")}&book=new` },
  {
    ...admin,
    name: "admin book found",
    isPictureOnly: true,
    path: `${tab("book")}&book=new`,
    answer: answers({
      "**/api/books/isbn/*": { title: "Emma", author: "Jane Austen", synopsis: "", isbn: "9780141439587" },
    }),
    act: async (page) => {
      await page.getByLabel("ISBN lookup").fill("978-0-14-143958-7");
      await press("Fetch Book Info")(page);
      await page.getByText("were filled in").waitFor();
    },
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
    act: async (page) => {
      const file = { name: "The Green Chair.m4b", mimeType: "audio/mp4", buffer: book };
      await page.getByLabel("Audiobook file", { exact: true }).setInputFiles(file);
      await page.getByText("The file says").waitFor();
    },
  },
  {
    ...admin,
    name: "admin refused file",
    isPictureOnly: true,
    path: tab("ebook"),
    answer: fault("**/api/upload/*", 415, "This is not an EPUB: it has no list of contents."),
    act: async (page) => {
      const file = { name: "The Green Chair.epub", mimeType: "application/epub+zip", buffer: book };
      await page.getByLabel("eBook file", { exact: true }).setInputFiles(file);
      await page.getByText("not an EPUB").first().waitFor();
    },
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
    act: async (page) => {
      await press("Monthly email")(page);
      await page.getByText("Show as plain text").waitFor();
    },
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
