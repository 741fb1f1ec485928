import { describe, expect, test } from "bun:test";

import { render, screen, waitFor, within } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import { MemoryRouter } from "react-router";

import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";
import { json, memberApi, nora, openApp, signedOut, visitorApi } from "#tests/support/web.tsx";
import { SIGNED_IN_CHANNEL, SIGNED_OUT_CHANNEL } from "#web/api/session-actions.ts";
import { notifyTabs } from "#web/lib/browser/channel.ts";
import { sessionAtom } from "#web/state/session.ts";

import { ErrorBoundary } from "./error-boundary.tsx";

describe("the shell", () => {
  test("shows a spinner, then sends visitors to /auth", async () => {
    for (const path of ["/", "/ebook", "/profile", "/nowhere"]) {
      const { unmount } = openApp(path, visitorApi);
      expect(screen.getByText("Loading...")).toBeTruthy();
      expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
      unmount();
    }
  });

  test("shows the tabs and the member; the Admin tab to admins only", async () => {
    const { unmount } = openApp("/", memberApi);
    const tabs = await screen.findByRole("navigation", { name: "Main" });
    expect(
      within(tabs)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(["Home", "eBook", "Audiobook", "Club"]);
    expect(within(tabs).getByRole("link", { name: "Home" }).getAttribute("aria-current")).toBe("page");
    expect(screen.getAllByText("Nora Whitfield").length).toBeGreaterThan(0);
    expect(screen.getAllByText("nora@example.org").length).toBeGreaterThan(0);
    unmount();
    openApp("/", { ...memberApi, "GET /api/auth/user": { ...nora, isAdmin: true } });
    expect(await screen.findByRole("link", { name: "Admin" })).toBeTruthy();
  });

  test("has Profile and Sign out in its menu, also offline", async () => {
    expectErrors(/^Sign-out failed/);
    const app = openApp("/", { ...memberApi, "POST /api/auth/logout": () => json({ message: "Busy" }, 503) });
    await app.user.click(await screen.findByRole("button", { name: /Nora Whitfield/ }));
    expect(await screen.findByRole("menuitem", { name: "Profile" })).toBeTruthy();
    sessionStorage.setItem("post-draft", '"Figs"');
    const deletedCaches: string[] = [];
    const storage = cacheStorage();
    await storage.open("responses");
    useStorage({ ...storage, delete: async (name: string) => deletedCaches.push(name) > 0 });
    await app.user.click(screen.getByRole("menuitem", { name: "Sign out" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
    expect(app.queryClient.getQueryData(["/api/posts"])).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
    expect(deletedCaches.toSorted()).toEqual(["kept-sound", "responses"]);
    Reflect.deleteProperty(globalThis, "caches");
  });

  test("clears the app's badge whenever it becomes visible", async () => {
    let clearCount = 0;
    Object.defineProperty(navigator, "clearAppBadge", { configurable: true, value: async () => (clearCount += 1) });
    openApp("/", memberApi);
    await screen.findByRole("navigation", { name: "Main" });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(clearCount).toBeGreaterThanOrEqual(2);
    Reflect.deleteProperty(navigator, "clearAppBadge");
  });

  test("keeps cached values when a login proxy responds", async () => {
    const respondLogin = () => new Response("<h1>Log in</h1>", { headers: { "content-type": "text/html" } });
    openApp("/", { ...memberApi, "GET /api/club": respondLogin });
    expect(await screen.findByText("Running since 2018")).toBeTruthy();
    expect(screen.getAllByText("Synopses & Sips Book Club").length).toBeGreaterThan(0);
  });

  test("forgets the member when they sign out in another tab", async () => {
    const app = openApp("/", memberApi);
    await screen.findByRole("button", { name: /Nora Whitfield/ });
    notifyTabs(SIGNED_OUT_CHANNEL, null);
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
    expect(app.queryClient.getQueryData(["/api/posts"])).toBeUndefined();
  });

  test("follows a sign-in in another tab, without old data", async () => {
    const app = openApp("/", memberApi);
    await screen.findByRole("button", { name: /Nora Whitfield/ });
    sessionStorage.setItem("post-draft", '"Figs"');
    app.api["GET /api/auth/user"] = { ...nora, id: 2, displayName: "Theo Okonkwo" };
    notifyTabs(SIGNED_IN_CHANNEL, 2);
    expect(await screen.findByRole("button", { name: /Theo Okonkwo/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Nora Whitfield/ })).toBeNull();
    expect(sessionStorage.getItem("post-draft")).toBeNull();
  });

  test("drops an expired session's data for another member", async () => {
    const app = openApp("/", memberApi);
    await screen.findByRole("button", { name: /Nora Whitfield/ });
    sessionStorage.setItem("post-draft", '"Figs"');
    app.queryClient.setQueryData(["/api/bookmarks?bookId=7"], [{ id: 1, note: "Hers" }]);
    app.api["GET /api/auth/user"] = signedOut;
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await screen.findByText("Enter your credentials to access your account");
    const signIn = async (user: typeof nora) => {
      app.api["GET /api/auth/user"] = user;
      app.api["POST /api/auth/login"] = user;
      await app.user.type(await screen.findByLabelText("Username"), user.username);
      await app.user.type(screen.getByLabelText("Password"), "hush hush");
      await app.user.click(screen.getByRole("button", { name: "Login" }));
    };
    await signIn({ ...nora, id: 2, username: "theo", displayName: "Theo Okonkwo" });
    expect(await screen.findByRole("button", { name: /Theo Okonkwo/ })).toBeTruthy();
    expect(sessionStorage.getItem("post-draft")).toBeNull();
    expect(app.queryClient.getQueryData(["/api/bookmarks?bookId=7"])).toBeUndefined();
  });

  test("keeps an expired session's draft for the same member", async () => {
    const app = openApp("/", memberApi);
    await screen.findByRole("button", { name: /Nora Whitfield/ });
    sessionStorage.setItem("post-draft", '"Figs"');
    const returnToPage = () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    app.api["GET /api/auth/user"] = signedOut;
    returnToPage();
    await screen.findByText("Enter your credentials to access your account");
    app.api["GET /api/auth/user"] = nora;
    returnToPage();
    await screen.findByRole("button", { name: /Nora Whitfield/ });
    expect(sessionStorage.getItem("post-draft")).toBe('"Figs"');
  });

  test("continues when the same person signs in in another tab", async () => {
    const app = openApp("/auth", { ...memberApi, "GET /api/auth/user": signedOut });
    await screen.findByText("Enter your credentials to access your account");
    app.api["GET /api/auth/user"] = nora;
    notifyTabs(SIGNED_IN_CHANNEL, nora.id);
    await screen.findByRole("button", { name: /Nora Whitfield/ });
    const callCount = app.calls.length;
    // the app subscribed earlier, so it gets the message first
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    const heardMessage = new Promise((resolve) => channel.addEventListener("message", resolve));
    notifyTabs(SIGNED_IN_CHANNEL, nora.id);
    await heardMessage;
    channel.close();
    expect(app.calls.length).toBe(callCount);
  });

  test("stays signed out when an earlier session check ends late", async () => {
    const pendingResponse = Promise.withResolvers<unknown>();
    const app = openApp("/", { ...memberApi, "POST /api/auth/logout": () => json({}, 200) });
    await app.user.click(await screen.findByRole("button", { name: /Nora Whitfield/ }));
    app.api["GET /api/auth/user"] = () => pendingResponse.promise;
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
    pendingResponse.resolve(json(nora));
    await app.user.click(screen.getByRole("tab", { name: "Register" }));
    expect(await screen.findByText("Create a new account with invitation code")).toBeTruthy();
    expect(getDefaultStore().get(sessionAtom)).toEqual({ status: "signed-out" });
  });

  test("sends a failed sign-out to the server later", async () => {
    expectErrors(/^Sign-out failed/);
    const rejectOffline = () => Promise.reject(new TypeError("Failed to fetch"));
    const app = openApp("/", { ...memberApi, "POST /api/auth/logout": rejectOffline });
    await app.user.click(await screen.findByRole("button", { name: /Nora Whitfield/ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await screen.findByText("Enter your credentials to access your account");
    app.unmount();
    let user: unknown = nora;
    const laterApp = openApp("/", {
      ...memberApi,
      "GET /api/auth/user": () => user,
      "POST /api/auth/logout": () => {
        user = signedOut();
        return new Response(null, { status: 204 });
      },
    });
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
    laterApp.unmount();
    openApp("/", memberApi);
    expect(await screen.findByRole("button", { name: /Nora Whitfield/ })).toBeTruthy();
  });

  test("asks before a sign-out discards typed text", async () => {
    const app = openApp("/", { ...memberApi, "POST /api/auth/logout": () => json({}, 200) });
    await app.user.click(await screen.findByRole("button", { name: "Add Item" }));
    await app.user.type(screen.getByPlaceholderText("What are you bringing to the meeting?"), "Figs");
    const signOut = async () => {
      await app.user.click(screen.getByRole("button", { name: /Nora Whitfield/ }));
      await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
      return within(await screen.findByRole("dialog", { name: "Sign out without saving?" }));
    };
    const question = await signOut();
    expect(question.getByText(/Not saved: your post\./)).toBeTruthy();
    await app.user.click(question.getByRole("button", { name: "Stay here" }));
    expect(screen.getByDisplayValue("Figs")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Account: Nora"));
    await app.user.click((await signOut()).getByRole("button", { name: "Sign out" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });

  test("shows the spec's text at an unknown address", async () => {
    openApp("/nowhere", memberApi);
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
    expect(screen.getByText("Did you forget to add the page to the router?")).toBeTruthy();
    await waitFor(() => expect(document.title).toBe("404 Page Not Found · Synopses & Sips Book Club"));
  });

  test("shows the season, the years and the five links in the footer", async () => {
    openApp("/", memberApi);
    const footer = within(await screen.findByRole("contentinfo"));
    expect(footer.getByText("Running since 2018")).toBeTruthy();
    expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()}`))).toBeTruthy();
    expect(await footer.findByText(/^(Winter|Spring|Summer|Fall)$/)).toBeTruthy();
    for (const title of ["Help", "Settings", "Privacy", "Book Recommendations", "Wine Recommendations"]) {
      expect(footer.getByTitle(title)).toBeTruthy();
    }
  });

  test("moves the focus to the new page, and has a skip link", async () => {
    const app = openApp("/", memberApi);
    expect((await screen.findByRole("link", { name: "Skip to the page" })).getAttribute("href")).toBe("#page");
    await app.user.click(screen.getByRole("link", { name: "eBook" }));
    await waitFor(() => expect(document.activeElement?.id).toBe("page"));
  });

  test("remembers the theme", async () => {
    const app = openApp("/", memberApi);
    await app.user.click(await screen.findByRole("button", { name: /Theme: as your device/ }));
    expect(document.documentElement.dataset["theme"]).toBe("light");
    await app.user.click(screen.getByRole("button", { name: /Theme: light/ }));
    expect(document.cookie).toContain("theme=dark");
    await app.user.click(screen.getByRole("button", { name: /Theme: dark/ }));
    expect(document.documentElement.dataset["theme"]).toBeUndefined();
  });

  test("reminds a member of a temporary password, links its field", async () => {
    const { user } = openApp("/", { ...memberApi, "GET /api/auth/user": { ...nora, passwordIsTemporary: true } });
    expect(await screen.findByText("You signed in with a temporary password")).toBeTruthy();
    const pressLink = () => user.click(screen.getByRole("link", { name: "set your own password" }));
    await pressLink();
    const field = await screen.findByLabelText("Current password");
    await waitFor(() => expect(document.activeElement === field).toBe(true));
    await user.click(screen.getByLabelText("Display name"));
    await pressLink();
    expect(document.activeElement).toBe(field);
  });

  test("offers a next step when a page breaks", () => {
    expectErrors(/broken page/);
    const BrokenPage = () => {
      throw new Error("broken page");
    };
    render(
      <MemoryRouter>
        <ErrorBoundary>
          <BrokenPage />
        </ErrorBoundary>
      </MemoryRouter>,
    );
    expect(screen.getByRole("heading", { name: "The mouse lost the page" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
  });

  test("mentions the connection when a part didn't load", () => {
    expectErrors(/dynamically imported module|Importing a module script failed/);
    for (const message of [
      "Failed to fetch dynamically imported module: http://localhost/assets/audiobook.js",
      "error loading dynamically imported module: http://localhost/assets/audiobook.js",
      "Importing a module script failed.",
    ]) {
      const UnfetchedPage = () => {
        throw new TypeError(message);
      };
      const { unmount } = render(
        <MemoryRouter>
          <ErrorBoundary>
            <UnfetchedPage />
          </ErrorBoundary>
        </MemoryRouter>,
      );
      expect(screen.getByText(/^This page couldn't be loaded\. Check your connection, then reload\./)).toBeTruthy();
      unmount();
    }
  });

  test("says that the session ended on 401, links to /auth", async () => {
    const app = openApp("/ebook", { ...memberApi, "GET /api/books/current": signedOut });
    expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
    app.api["GET /api/auth/user"] = signedOut;
    await app.user.click(screen.getByRole("button", { name: "Log in again" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });
});
