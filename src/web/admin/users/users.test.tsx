import { afterEach, describe, expect, test } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";

import { ada, openDashboard, respondError, respondMessage, users } from "#tests/support/admin-web.tsx";
import { json, signedOut } from "#tests/support/web.tsx";

const realAlert = globalThis.alert;
afterEach(() => {
  globalThis.alert = realAlert;
});

const openTab = async (api: Parameters<typeof openDashboard>[1] = {}) => {
  const app = openDashboard("users", api);
  await screen.findByText("nora@example.org");
  return app;
};
const resetResponse = {
  temporaryPassword: "Qw7eRt9uPzAsDfGhJkLm",
  user: { id: 1, username: "nora", displayName: "Nora Whitfield" },
};

/** Presses a button for Nora, then confirms. */
async function pressAndConfirm({ user }: Awaited<ReturnType<typeof openTab>>, button: string, confirm: string) {
  await user.click(screen.getByRole("button", { name: button }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: confirm }));
}

describe("User Management", () => {
  test("lists everyone, without actions on your own account", async () => {
    await openTab();
    const [, adasRow, norasRow] = screen.getAllByRole("row");
    for (const text of ["NO", "nora", "Nora Whitfield", "nora@example.org", "Member"])
      expect(within(norasRow as HTMLElement).getAllByText(text).length).toBeGreaterThan(0);
    expect(within(adasRow as HTMLElement).getByText("Admin")).toBeTruthy();
    expect(within(adasRow as HTMLElement).queryByRole("button")).toBeNull();
  });

  test("says that an empty list means a problem with the connection", async () => {
    openDashboard("users", { "GET /api/users": [] });
    expect(
      await screen.findByText("No users found. There may be a problem with the connection to the server."),
    ).toBeTruthy();
  });

  test("treats a list that fails as missing rights, links to /auth", async () => {
    let isSignedIn = true;
    const { user } = openDashboard("users", {
      "GET /api/users": respondMessage("Only admins may do this.", 403),
      "GET /api/auth/user": () => (isSignedIn ? ada : signedOut()),
    });
    expect(await screen.findByText("Authentication Error")).toBeTruthy();
    expect(screen.getByText("Please log in with admin privileges to manage users.")).toBeTruthy();
    isSignedIn = false;
    await user.click(screen.getByRole("button", { name: "Go to Login" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });

  test("asks before 'Go to Login' discards unsaved text", async () => {
    const app = openDashboard("content", { "GET /api/users": signedOut });
    await app.user.type(await screen.findByLabelText("Meeting Location"), ", upstairs");
    await app.user.click(screen.getByRole("tab", { name: "User Management" }));
    app.api["GET /api/auth/user"] = signedOut;
    await app.user.click(await screen.findByRole("button", { name: "Go to Login" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Not saved: the site content/)).toBeTruthy();
    await app.user.click(dialog.getByRole("button", { name: "Stay here" }));
    await app.user.click(screen.getByRole("tab", { name: "Content Management" }));
    expect((screen.getByLabelText("Meeting Location") as HTMLInputElement).value).toEndWith(", upstairs");
    await app.user.click(screen.getByRole("tab", { name: "User Management" }));
    await app.user.click(screen.getByRole("button", { name: "Go to Login" }));
    await app.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });

  test("keeps the list and a new link when reloading fails", async () => {
    const invitation = { id: 3, isAdmin: false, uses: 1, used: 0, createdAt: "2026-01-05T12:00:00Z", joined: [] };
    const app = await openTab({
      "POST /api/invitations": json(
        {
          ...invitation,
          expiresAt: "2026-02-05T12:00:00Z",
          revokedAt: null,
          madeBy: "Mina",
          status: "open",
          code: "AB12-CD34-EF56-GH78",
          link: "http://localhost/auth?invite=AB12-CD34-EF56-GH78",
        },
        201,
      ),
      "DELETE /api/users/1": () => new Response(null, { status: 204 }),
    });
    await app.user.click(screen.getByRole("button", { name: "Invite someone" }));
    await screen.findByText("AB12-CD34-EF56-GH78");
    app.api["GET /api/users"] = respondError;
    await pressAndConfirm(app, "Delete Nora Whitfield", "Delete user");
    expect(await screen.findByText("Authentication Error")).toBeTruthy();
    expect(screen.getByText("AB12-CD34-EF56-GH78")).toBeTruthy();
    expect(screen.getByText("nora@example.org")).toBeTruthy();
  });

  test("deletes a user after a confirmation that says what goes", async () => {
    const app = await openTab({ "DELETE /api/users/1": () => new Response(null, { status: 204 }) });
    await app.user.click(screen.getByRole("button", { name: "Delete Nora Whitfield" }));
    expect(await screen.findByText(/their posts and their place in the audiobooks/)).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Delete user" }));
    expect(await screen.findByText("User has been deleted")).toBeTruthy();
  });

  test("shows the server's reason when a user can't be deleted", async () => {
    const app = await openTab({
      "DELETE /api/users/1": respondMessage("This is the last admin: make another one first."),
    });
    await pressAndConfirm(app, "Delete Nora Whitfield", "Delete user");
    expect(await screen.findByText("This is the last admin: make another one first.")).toBeTruthy();
    app.unmount();
    await pressAndConfirm(
      await openTab({ "DELETE /api/users/1": respondError }),
      "Delete Nora Whitfield",
      "Delete user",
    );
    expect(await screen.findByText("Failed to delete user.")).toBeTruthy();
  });

  test("makes a member an admin", async () => {
    const app = await openTab({ "PATCH /api/users/1": { ...users[1], isAdmin: true } });
    await pressAndConfirm(app, "Make Nora Whitfield an admin", "Make admin");
    expect(await screen.findByText("Nora Whitfield is now an admin")).toBeTruthy();
    expect(app.calls.find(({ path }) => path === "/api/users/1")?.body).toEqual({ isAdmin: true });
  });
});

describe("a long list", () => {
  const manyUsers = Array.from({ length: 51 }, (_, index) => ({
    ...users[1],
    id: 100 + index,
    username: `reader${index}`,
    displayName: `Reader ${index}`,
    email: `reader${index}@example.org`,
  }));

  const respondWithPage =
    (listUsers: () => typeof manyUsers) => (_body: unknown, _init: RequestInit, query: URLSearchParams) => {
      const offset = Number(query.get("offset"));
      const matches = listUsers().filter(({ email }) => email.includes(query.get("search") ?? ""));
      return Response.json(matches.slice(offset, offset + 50));
    };

  test("comes in pages and can be searched", async () => {
    const { user } = openDashboard("users", { "GET /api/users": respondWithPage(() => manyUsers) });
    expect(await screen.findByText("reader49@example.org")).toBeTruthy();
    expect(screen.queryByText("reader50@example.org")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("reader50@example.org")).toBeTruthy();
    expect(screen.getByText("reader0@example.org")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    await user.type(screen.getByLabelText("Find a user"), "zoe");
    expect(await screen.findByText("No users match “zoe”.")).toBeTruthy();
  });

  test("keeps the search and the rest of the page when it fails", async () => {
    const app = openDashboard("users", { "GET /api/users": manyUsers.slice(0, 50) });
    const search = await screen.findByLabelText<HTMLInputElement>("Find a user");
    const inviteButton = await screen.findByRole("button", { name: "Invite someone" });
    app.api["GET /api/users"] = respondError;
    await app.user.type(search, "zoe");
    expect(await screen.findByText("Authentication Error")).toBeTruthy();
    expect([search, inviteButton].map(({ isConnected }) => isConnected)).toEqual([true, true]);
    app.api["GET /api/users"] = [];
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No users match “zoe”.")).toBeTruthy();
  });

  test("stays when the last page's only user is deleted", async () => {
    let remainingUsers = manyUsers;
    const app = openDashboard("users", {
      "GET /api/users": respondWithPage(() => remainingUsers),
      "DELETE /api/users/150": () => {
        remainingUsers = manyUsers.slice(0, 50);
        return new Response(null, { status: 204 });
      },
    });
    await app.user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByText("reader50@example.org")).toBeTruthy();
    await pressAndConfirm(app, "Delete Reader 50", "Delete user");
    await waitFor(() => expect(screen.queryByText("reader50@example.org")).toBeNull());
    expect(screen.getByText("reader49@example.org")).toBeTruthy();
  });
});

describe("a password reset", () => {
  const pressReset = (app: Awaited<ReturnType<typeof openTab>>) =>
    pressAndConfirm(app, "Reset Password of Nora Whitfield", "Reset password");

  test("confirms, then shows the password once with next steps", async () => {
    const app = await openTab({ "PATCH /api/users/1/password-reset": resetResponse });
    await pressReset(app);
    const resetDialog = within(await screen.findByRole("dialog", { name: "Password Reset Successful" }));
    expect(resetDialog.getByText(resetResponse.temporaryPassword)).toBeTruthy();
    expect(resetDialog.getByText("Next steps")).toBeTruthy();
    await app.user.click(resetDialog.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("Password copied to clipboard")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(resetResponse.temporaryPassword);
    await app.user.keyboard("{Escape}");
    expect(screen.getByText(resetResponse.temporaryPassword)).toBeTruthy();
    await app.user.click(resetDialog.getByRole("button", { name: "I've Copied the Password" }));
    await waitFor(() => expect(screen.queryByText(resetResponse.temporaryPassword) === null).toBe(true));
  });

  test("shows the password when the response lacks the user", async () => {
    const alerts: unknown[] = [];
    globalThis.alert = (text) => void alerts.push(text);
    const app = await openTab({ "PATCH /api/users/1/password-reset": { temporaryPassword: "abc" } });
    await pressReset(app);
    await waitFor(() => expect(alerts).toEqual(["Nora Whitfield's new password is: abc"]));
    app.unmount();
    await pressReset(await openTab({ "PATCH /api/users/1/password-reset": { user: resetResponse.user } }));
    await waitFor(() => expect(alerts).toHaveLength(2));
    expect(screen.queryByText("Next steps")).toBeNull();
  });

  test("shows the server's reason, or that it failed", async () => {
    const app = await openTab({ "PATCH /api/users/1/password-reset": respondMessage("There is no such user.", 404) });
    await pressReset(app);
    expect(await screen.findByText("There is no such user.")).toBeTruthy();
    app.unmount();
    await pressReset(await openTab({ "PATCH /api/users/1/password-reset": respondError }));
    expect(await screen.findByText("Failed to reset password.")).toBeTruthy();
  });
});
