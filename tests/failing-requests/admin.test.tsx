import { openDashboard, openHealth } from "#tests/support/admin-web.tsx";
import { type Api, book } from "#tests/support/web.tsx";

import { serverFirst, unauthenticated, withReason } from "./failures.ts";
import { testFailures } from "./test-failures.ts";

const invitation = {
  id: 1,
  isAdmin: false,
  uses: 1,
  used: 0,
  createdAt: "2026-01-05T17:00:00Z",
  expiresAt: "2026-02-05T17:00:00Z",
  revokedAt: null,
  madeBy: null,
  status: "open",
  joined: [],
};
const dashboard =
  (tab: string, api: Api = {}) =>
  () =>
    openDashboard(tab, api);
const board = { posts: 3, undo: { posts: 2, until: "2099-01-01T00:00:00Z" } };

testFailures({
  "PATCH /api/content": {
    open: dashboard("content"),
    types: { "Welcome Message": "Welcome to the long evenings, all." },
    make: "Save Content",
    says: withReason("Failed to update content."),
    waiting: "Saving...",
  },
  "GET /api/posts/board": { open: dashboard("content") },
  "DELETE /api/posts": {
    open: dashboard("content"),
    make: ["Reset Posting Board", "Reset board"],
    says: withReason("Failed to reset posting board."),
    waiting: "Resetting...",
  },
  "POST /api/posts/restore": {
    open: dashboard("content", { "GET /api/posts/board": board }),
    make: "Undo reset",
    says: "Failed to restore the posts.",
    waiting: "Restoring...",
  },
  "GET /api/books": { open: dashboard("book") },
  "GET /api/books/9": { open: dashboard("book&book=9", { "GET /api/books/9": { ...book, id: 9 } }) },
  "POST /api/books": {
    open: dashboard("book&book=new"),
    types: { Title: "Emma", Author: "Jane Austen", Synopsis: "She meddles." },
    make: "Create New Book",
    says: withReason("Failed to create new book."),
    waiting: "Saving...",
  },
  "PATCH /api/books/7": {
    open: dashboard("book"),
    types: { "Audiobook Narrator": "Ann Reader" },
    make: "Save Book Information",
    says: withReason("Failed to update book."),
    waiting: "Saving...",
    keeps: { Title: book.title },
  },
  "POST /api/books/isbn": {
    open: dashboard("book"),
    types: { "ISBN lookup": "9780141439587" },
    make: "Fetch Book Info",
    says: serverFirst("Failed to fetch book information."),
    waiting: "Fetching...",
    keeps: { Title: book.title },
  },
  "GET /api/users": { open: dashboard("users"), says: unauthenticated },
  "DELETE /api/users/1": {
    open: dashboard("users"),
    make: ["Delete Nora Whitfield", "Delete user"],
    says: serverFirst("Failed to delete user."),
  },
  "PATCH /api/users/1": {
    open: dashboard("users"),
    make: ["Make Nora Whitfield an admin", "Make admin"],
    says: "Failed to change the role.",
  },
  "PATCH /api/users/1/password-reset": {
    open: dashboard("users"),
    make: ["Reset Password of Nora Whitfield", "Reset password"],
    says: serverFirst("Failed to reset password."),
  },
  "GET /api/invitations": { open: dashboard("users") },
  "POST /api/invitations": {
    open: dashboard("users"),
    types: { Uses: "3", "Expires in (days)": "7" },
    make: "Create Invitation",
    says: "Failed to create the invitation.",
    waiting: "Creating...",
  },
  "DELETE /api/invitations/1": {
    open: dashboard("users", { "GET /api/invitations": [invitation] }),
    make: [/^Revoke the invitation/, "Revoke"],
    says: "Failed to revoke the invitation.",
  },
  "GET /api/audit": { open: () => openHealth() },
  "GET /api/backups": { open: () => openHealth() },
  "GET /api/storage": { open: () => openHealth() },
});
