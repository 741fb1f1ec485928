import { describe, expect, test } from "bun:test";

import { screen, within } from "@testing-library/react";

import { respondError } from "#tests/support/admin-web.tsx";
import { memberApi, nora, openApp, visitorApi } from "#tests/support/web.tsx";

describe("navigation", () => {
  test("has the club's pages behind one tab", async () => {
    for (const path of ["/talk", "/shelf", "/recommendations", "/wines"]) {
      const { unmount } = openApp(path, { ...memberApi, "GET /api/shelf": [], "GET /api/wines": [] });
      const pages = await screen.findByRole("navigation", { name: "Club" });
      const [currentPage] = within(pages)
        .getAllByRole("link")
        .filter((link) => link.getAttribute("aria-current") === "page");
      expect(currentPage?.getAttribute("href")).toBe(path);
      const tabs = screen.getByRole("navigation", { name: "Main" });
      expect(within(tabs).getByRole("link", { name: "Club" }).getAttribute("aria-current")).toBe("page");
      unmount();
    }
  });

  test("leads out of the reader, even when the book can't load", async () => {
    openApp("/read", { ...memberApi, "GET /api/books/current": () => respondError() });
    expect(await screen.findByText("We couldn't load the current book")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(screen.getByRole("link", { name: "Go to the eBook page" }).getAttribute("href")).toBe("/ebook");
  });

  test("returns a visitor to their page, but not after a sign-out", async () => {
    const app = openApp("/wines?book=3", { ...visitorApi, "GET /api/wines": [] });
    const signIn = async () => {
      await app.user.type(await screen.findByLabelText("Username"), "nora");
      await app.user.type(screen.getByLabelText("Password"), "hush hush");
      Object.assign(app.api, memberApi, { "POST /api/auth/login": nora, "POST /api/auth/logout": {} });
      await app.user.click(screen.getByRole("button", { name: "Login" }));
    };
    await signIn();
    expect(await screen.findByRole("heading", { name: "Wine Recommendations" })).toBeTruthy();
    await app.user.click(await screen.findByRole("button", { name: /Nora Whitfield/ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await screen.findByText("Enter your credentials to access your account");
    await signIn();
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
  }, 300_000);
});
