import { describe, expect, test } from "bun:test";

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { book, club, json, memberApi, nora, openApp, serveApi, signedOut } from "#tests/support/web.tsx";
import { createQueryClient } from "#web/api/query-client.ts";
import { Page as EbookPage } from "#web/app/pages/ebook.tsx";
import { sessionAtom } from "#web/state/session.ts";

describe("the eBook page", () => {
  test("asks visitors to sign in", () => {
    serveApi({ "GET /api/club": club });
    getDefaultStore().set(sessionAtom, { status: "signed-out" });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <EbookPage />
      </QueryClientProvider>,
    );
    expect(screen.getByText("Please sign in to access eBook content.")).toBeTruthy();
  });

  test("puts the device's reader first, Kindle before USB steps", async () => {
    const { userAgent } = navigator;
    const setUserAgent = (agent: string) =>
      Object.defineProperty(navigator, "userAgent", { configurable: true, value: agent });
    for (const [agent, firstHeading] of [
      ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", "Apple Books"],
      ["Mozilla/5.0 (Linux; Android 16)", "Google Play Books"],
      ["Mozilla/5.0 (Windows NT 10.0)", "Kindle"],
    ] as const) {
      setUserAgent(agent);
      const app = openApp("/ebook", memberApi);
      const kindle = await screen.findByRole("heading", { name: "Kindle" });
      expect(document.querySelector("ol")?.parentElement?.querySelector("h2")?.textContent).toBe(firstHeading);
      const steps = kindle.parentElement?.textContent ?? "";
      expect(steps.indexOf("sendtokindle")).toBeGreaterThan(0);
      expect(steps.indexOf("USB")).toBeGreaterThan(steps.indexOf("sendtokindle"));
      app.unmount();
    }
    setUserAgent(userAgent);
  });

  test("disables the button while loading and without an eBook", async () => {
    const app = openApp("/ebook", { ...memberApi, "GET /api/books/current": { ...book, ebookFilename: null } });
    expect(((await screen.findByRole("button", { name: "Download eBook" })) as HTMLButtonElement).disabled).toBe(true);
    expect(await screen.findByText("The eBook isn't here yet. Check back soon.")).toBeTruthy();
    expect((screen.getByRole("button", { name: "Download eBook" }) as HTMLButtonElement).disabled).toBe(true);
    app.unmount();
  });

  test("shows the spec's size where the actual one is unknown", async () => {
    openApp("/ebook", { ...memberApi, "GET /api/books/current": { ...book, ebookSize: null } });
    expect(await screen.findByText("Format: EPUB • Size: 2.3MB")).toBeTruthy();
  });

  test("sends the eBook, or says first what is missing", async () => {
    const profile = { ...nora, ereaderEmail: "nora@kindle.example", ereaderConfirmed: true, ereaderEachBook: false };
    const api = { ...memberApi, "GET /api/profile": profile, "POST /api/books/7/send": json({}, 202) };
    const app = openApp("/ebook", api);
    await app.user.click(await screen.findByRole("button", { name: "Send to my eReader" }));
    expect(await screen.findByText(/It should be on your eReader/)).toBeTruthy();
    app.unmount();
    const largeBookPage = openApp("/ebook", { ...api, "GET /api/books/current": { ...book, ebookSize: 8e6 } });
    expect(await screen.findByText(/too large to email to your eReader \(at most 7 MB\)/)).toBeTruthy();
    largeBookPage.unmount();
    const unconfirmedPage = openApp("/ebook", { ...api, "GET /api/profile": { ...profile, ereaderConfirmed: false } });
    expect((await screen.findByRole("link", { name: "Confirm it" })).getAttribute("href")).toBe("/profile#eReader");
    unconfirmedPage.unmount();
    openApp("/ebook", { ...api, "GET /api/profile": { ...profile, ereaderEmail: null } });
    expect((await screen.findByRole("link", { name: "Add its email address" })).getAttribute("href")).toBe(
      "/profile#eReader",
    );
  });

  test("says what to do while there is no book", async () => {
    openApp("/ebook", { ...memberApi, "GET /api/books/current": () => Response.json(null) });
    expect(await screen.findByText(/No book has been chosen yet/)).toBeTruthy();
  });

  test("starts no download once the session has ended, and says so", async () => {
    const app = openApp("/ebook", memberApi);
    await screen.findByRole("heading", { name: book.title });
    app.api["HEAD /api/download/ebook/7"] = signedOut;
    await app.user.click(screen.getByRole("button", { name: "Download eBook" }));
    expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
  });

  test("stays on the page when the file is missing, says whom to ask", async () => {
    const app = openApp("/ebook", memberApi);
    await screen.findByRole("heading", { name: book.title });
    await app.user.click(screen.getByRole("button", { name: "Download eBook" }));
    expect(await screen.findByText("The file is missing on the server. Please tell an admin.")).toBeTruthy();
  });

  test.each([401, 404])("doesn't take a proxy's %i for the server's own", async (status) => {
    const app = openApp("/ebook", memberApi);
    await screen.findByRole("heading", { name: book.title });
    app.api["HEAD /api/download/ebook/7"] = new Response(null, { status, headers: { "content-type": "text/html" } });
    await app.user.click(screen.getByRole("button", { name: "Download eBook" }));
    expect(await screen.findByText("The club has a problem. Try again in a few minutes.")).toBeTruthy();
  });
});
