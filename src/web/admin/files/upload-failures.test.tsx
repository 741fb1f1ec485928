import { describe, expect, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";

import { openDashboard } from "#tests/support/admin-web.tsx";
import { arrives, FOUND_CALL } from "#tests/support/fake-upload.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { choose, expectTwice, file, offer, uploadPage } from "#tests/support/upload-page.ts";
import { book, json } from "#tests/support/web.tsx";
import { RETRY_DELAYS_MS } from "#web/api/uploads.ts";

const MIB = 1024 * 1024;

const page = uploadPage();
const { request, bytes } = page;

describe("an upload", () => {
  test("shows the server's error, and resumes when chosen again", async () => {
    const pickedFile = file("emma.epub");
    const { user } = await choose("ebook", pickedFile, { [FOUND_CALL]: { filename: "emma.epub", found: offer } });
    let upload = await bytes();
    for (const tries of [1, 2]) {
      const requestsBefore = page.requests().length;
      act(() => upload.respond(500, { message: "The disk can't be written." }));
      // the page asks for the offset, and an error doesn't start the upload over
      await waitFor(() => expect(page.requests().length).toBe(requestsBefore + 1));
      const offsetRequest = await request("HEAD");
      act(() => offsetRequest.respond(200, undefined, { "upload-offset": "5", "upload-length": "17" }));
      upload = await request("PATCH");
      expect([tries, screen.queryByText(/^Connection lost/)]).toEqual([tries, null]);
    }
    act(() => upload.respond(500, { message: "The disk can't be written." }));
    await expectTwice("Failed to upload eBook. The disk can't be written.");
    expect(page.requests().filter(({ method }) => method === "POST")).toHaveLength(1);

    await user.upload(screen.getByLabelText("eBook file"), pickedFile);
    const offsetRequest = await request("HEAD");
    act(() => offsetRequest.respond(200, undefined, { "upload-offset": "5", "upload-length": "17" }));
    const nextRequest = await request("PATCH");
    expect(await (nextRequest.body as Blob).text()).toBe(" of the file");
    act(() => nextRequest.respond(204, undefined, { "upload-offset": "17" }));
    expect(await screen.findByText("eBook uploaded successfully")).toBeTruthy();
  }, 300_000);

  test("isn't sent again when the call after it failed", async () => {
    const pickedFile = file("emma.epub");
    const { api, user } = await choose("ebook", pickedFile, { [FOUND_CALL]: () => json({ message: "Later." }, 503) });
    arrives(await bytes());
    await expectTwice("Failed to upload eBook. Later.");
    api[FOUND_CALL] = { filename: "emma.epub", found: offer };
    const chooseAgain = () => user.upload(screen.getByLabelText("eBook file"), pickedFile);
    await chooseAgain();
    const offsetRequest = await request("HEAD");
    act(() => offsetRequest.respond(200, undefined, { "upload-offset": "17", "upload-length": "17" }));
    expect(await screen.findByText("eBook uploaded successfully")).toBeTruthy();
    expect(page.requests().map(({ method }) => method)).toEqual(["POST", "PATCH", "HEAD"]);
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith("tus::"))).toEqual([]));
  });

  test("says nothing of a session after a login proxy's 401", async () => {
    await choose("ebook", file("emma.epub"));
    let lastRequest = await bytes();
    const respondAsProxy = async () => {
      const hasFailed = () => screen.queryAllByText(/^Failed/).length > 0;
      while (!hasFailed()) {
        const requestsBefore = page.requests().length;
        act(() => lastRequest.respondWithText(401, "<title>Log in", { "content-type": "text/html" }));
        expect(screen.queryByText(/session/)).toBeNull();
        const isAsked = () => page.requests().length > requestsBefore;
        await waitFor(() => expect(isAsked() || hasFailed()).toBe(true));
        if (isAsked()) lastRequest = await request("HEAD");
      }
      await expectTwice("Failed to upload eBook.");
    };
    const skippingAll = RETRY_DELAYS_MS.reduce((work, delay) => () => skippingDelay(delay, work), respondAsProxy);
    await skippingAll();
    expect(page.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
  }, 300_000);

  test.each([
    ["a page", 200, "<title>Log in"],
    ["a refusal", 401, '{"message":"Unauthorized"}'],
    ["a ban", 403, '{"message":"Forbidden"}'],
    ["nothing", 204, ""],
    ["a portal's page", 511, "<title>Log in"],
  ])(
    "goes on after the sign-in of a gate that responds with %s",
    async (_, status, text) => {
      await choose("ebook", file("emma.epub"), { [FOUND_CALL]: { filename: "emma.epub", found: offer } });
      const upload = await bytes();
      act(() => upload.respondWithText(status, text));
      expect(await screen.findByText(/^Connection lost/)).toBeTruthy();
      const firstOffset = await request("HEAD");
      act(() => firstOffset.respondWithText(status, text));
      await waitFor(() => expect(page.requests().at(-1)).not.toBe(firstOffset));
      const secondOffset = await request("HEAD");
      act(() => secondOffset.respond(200, undefined, { "upload-offset": "5", "upload-length": "17" }));
      const nextRequest = await request("PATCH");
      act(() => nextRequest.respond(204, undefined, { "upload-offset": "17" }));
      expect(await screen.findByText("eBook uploaded successfully")).toBeTruthy();
    },
    300_000,
  );

  test("isn't sent again after an error dropped it", async () => {
    await choose("ebook", file("emma.epub"));
    const upload = await bytes();
    act(() => upload.respond(500, { message: "The book couldn't be saved." }));
    const offsetRequest = await request("HEAD");
    act(() => offsetRequest.respond(404, { message: "Nothing here." }));
    await expectTwice("Failed to upload eBook. The book couldn't be saved.");
    expect(page.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("doesn't mention the network when the offset is unknown", async () => {
    await choose("ebook", file("emma.epub"));
    const upload = await bytes();
    act(() => upload.break());
    for (let tries = 0; tries < 3; tries += 1) {
      const offsetRequest = await request("HEAD");
      const requestsBefore = page.requests().length;
      act(() => offsetRequest.respond(503, { message: "The club is busy. Please try again." }));
      if (tries < 2) await waitFor(() => expect(page.requests().length).toBe(requestsBefore + 1));
    }
    await expectTwice("Failed to upload eBook. The club is busy. Please try again.");
  }, 300_000);

  test("is sent in smaller parts if a proxy limits them", async () => {
    await choose("ebook", new File([new Uint8Array(3 * MIB)], "emma.epub"));
    let upload = await bytes();
    for (const size of [3 * MIB, MIB]) {
      expect((upload.body as Blob).size).toBe(size);
      act(() => upload.respondWithText(413, "<html>Request Entity Too Large</html>"));
      if (size === MIB) break;
      const offsetRequest = await request("HEAD");
      act(() => offsetRequest.respond(200, undefined, { "upload-offset": "0", "upload-length": String(3 * MIB) }));
      upload = await request("PATCH");
    }
    await expectTwice(
      "Failed to upload eBook. A proxy in front of the club refuses files of this size. The person who runs the server can raise its limit.",
    );
  });

  test("waits for a large file's check behind a proxy", async () => {
    await choose("ebook", file("emma.epub"), { [FOUND_CALL]: { filename: "emma.epub", found: offer } });
    const upload = await bytes();
    act(() => upload.progress(17));
    let lastRequest = upload;
    for (const status of [504, 524, 504]) {
      const requestsBefore = page.requests().length;
      act(() => lastRequest.respondWithText(status, "<html>Gateway time-out</html>"));
      await waitFor(() => expect(page.requests().length).toBe(requestsBefore + 1));
      lastRequest = await request("HEAD");
      expect(screen.queryByText(/^Failed|^Connection lost/)).toBeNull();
    }
    act(() => lastRequest.respond(200, undefined, { "upload-offset": "17", "upload-length": "17" }));
    expect(await screen.findByText("eBook uploaded successfully")).toBeTruthy();
  }, 300_000);

  test("is added to its new book, however long the server takes", async () => {
    const newBook = { ...book, id: 9, title: "Emma" };
    const ADD = "POST /api/uploads/8d6f0c1e-5c0a-4b6e-9f41-3a1d2b7c9e55/book";
    let tries = 0;
    const respondSlowly = () =>
      (tries += 1) < 4 ? new Response("<html>Gateway time-out</html>", { status: 504 }) : json({});
    const foundMetadata = { ...offer, title: "Emma", author: "Jane Austen" };
    const { user } = openDashboard("book", {
      "GET /api/books": [],
      "GET /api/books/current": json(null),
      [FOUND_CALL]: { filename: "emma.epub", found: foundMetadata },
      "POST /api/books": json(newBook, 201),
      "GET /api/books/9": newBook,
      [ADD]: respondSlowly,
    });
    await user.upload(await screen.findByLabelText("EPUB or audiobook file"), file("emma.epub"));
    const upload = await bytes();
    act(() => arrives(upload));
    await screen.findByText(/will be added when you create the book/);
    await user.click(screen.getByRole("button", { name: "Create New Book" }));
    expect(await screen.findByText("New book created successfully, with its eBook.")).toBeTruthy();
    expect(tries).toBe(4);
  }, 300_000);

  test.each([true, false])("of a second file follows the first if it was sent: %p", async (isSent) => {
    const { user } = openDashboard("book", {
      "GET /api/books": [],
      "GET /api/books/current": json(null),
      [FOUND_CALL]: { filename: "emma.epub", found: { ...offer, title: "Emma" } },
    });
    const countCreated = () => page.requests().filter(({ method }) => method === "POST").length;
    await user.upload(await screen.findByLabelText("EPUB or audiobook file"), [file("emma.epub"), file("emma.m4b")]);
    const upload = await bytes();
    expect(countCreated()).toBe(1);
    if (isSent) act(() => arrives(upload));
    else await user.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByText(isSent ? "eBook uploaded successfully" : "Upload canceled");
    await waitFor(() => expect(countCreated()).toBe(isSent ? 2 : 1));
    if (isSent) await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await screen.findByText("Upload canceled");
  });
});
