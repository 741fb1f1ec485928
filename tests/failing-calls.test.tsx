import { describe, expect, test } from "bun:test";

import { act, waitFor } from "@testing-library/react";
import { Glob } from "bun";

import { SERVER_HEADER } from "#contract/headers.ts";

import { type Failure, FAILURES, NO_RESPONSE, withReason } from "./failing-requests/failures.ts";
import { openListening } from "./failing-requests/member-pages.ts";
import { clearToast, expectText, pickFile, press } from "./failing-requests/page-steps.ts";
import { count, failCalls, timeOut } from "./failing-requests/test-failures.ts";
import { openDashboard } from "./support/admin-web.tsx";
import { type FakeRequest, fakeUploads } from "./support/fake-upload.ts";
import { skippingDelay } from "./support/skip-delay.ts";
import { memberApi, nora, ofServer, openApp } from "./support/web.tsx";

/** The first argument, which may choose between two calls. */
const CALL_SITE = /\b(?:call|callWithHeaders|query|useGet|useCall|useBookCall|useUndoable)\(\s*([^,)]+)/g;
const CALL_KEY = /"([A-Z]+ \/api\/[^"]*)"/g;

/** Every call that the web makes, as `METHOD /path` with a star for what varies, sorted. */
async function writtenCalls(): Promise<string[]> {
  const calls = new Set<string>();
  for await (const path of new Glob("src/web/**/*.{ts,tsx}").scan()) {
    if (path.includes(".test.")) continue;
    const source = await Bun.file(path).text();
    const calledKeys = [...source.matchAll(CALL_SITE)].flatMap(([, argument = ""]) => [...argument.matchAll(CALL_KEY)]);
    for (const [, key = ""] of calledKeys) calls.add(key.replaceAll(/:\w+/g, "*"));
  }
  return [...calls].toSorted();
}

/** The written call that a made one, e.g. `DELETE /api/users/1`, is; itself if there is none. */
function writtenAs(made: string, written: readonly string[]): string {
  if (written.includes(made)) return made;
  const isMatching = (call: string) => new RegExp(`^${call.split("*").map(RegExp.escape).join("[^/]+")}$`).test(made);
  return written.find(isMatching) ?? made;
}

failCalls();

/** Tested elsewhere. */
const TESTED_ELSEWHERE = [
  // uploads, and calls that follow for a new book
  "POST /api/upload/*",
  "GET /api/uploads/*/found",
  "POST /api/uploads/*/book",
  "GET /api/books/*/warnings",
  // below
  "GET /api/auth/user",
  "GET /api/audiobook-progress",
  "GET /api/health",
  "POST /api/auth/logout",
  // an undo or a dot that isn't shown then
  "GET /api/books/*/notes/count",
  "GET /api/shelf/import",
  // the page and its line work without them; the lists' own pages show the error
  "GET /api/books/*/paper/history",
  "GET /api/books/*/plan",
  // the page depends on the response: src/web/members/auth/other-sign-in.test.tsx
  "GET /api/answer",
  "GET /api/dates",
  "POST /api/auth/device/look",
  "POST /api/auth/device/use",
  "POST /api/auth/reset",
  "POST /api/meetings/*/dates/*/choose",
  // nightly/own-account.test.ts
  "DELETE /api/profile",
  // in a browser with passkeys or a push service
  "DELETE /api/profile/push",
  "GET /api/profile/passkeys",
  "GET /api/push/key",
  "POST /api/auth/passkey",
  "POST /api/auth/passkey/options",
  "POST /api/profile/passkeys",
  "POST /api/profile/push",
  // in the reader, which needs a browser that lays out text: tests/journeys/reader.test.ts
  "DELETE /api/anchors/*",
  "DELETE /api/books/*/match",
  "GET /api/books/*/contents",
  "GET /api/books/*/match",
  "GET /api/books/*/place",
  "GET /api/books/*/sentences",
  "GET /api/books/*/timeline",
  "GET /api/reading-progress",
  "GET /api/reading-progress/history",
  "PATCH /api/bookmarks/*",
  "POST /api/books/*/anchors",
  "POST /api/reading-progress",
  "PUT /api/books/*/match",
];

test("tests each call of the web for failures", async () => {
  const written = await writtenCalls();
  const files = ["tests/failing-requests/*.test.tsx", "src/web/**/*.test.tsx"].flatMap((pattern) => [
    ...new Glob(pattern).scanSync(),
  ]);
  const tables = await Promise.all(files.map((path) => Bun.file(path).text()));
  const tableTexts = tables.flatMap((text) => text.match(/^testFailures\(\{\n[^]*?^\}\);$/gm) ?? []);
  const testedCalls = tableTexts.flatMap((text) =>
    [...text.matchAll(/^  "([A-Z]+ \/api\/[^"]+)": \{ ?/gm)].map(([, call = ""]) => writtenAs(call, written)),
  );
  expect([...testedCalls, ...TESTED_ELSEWHERE].toSorted()).toEqual(written);
});

describe("calls that work differently (X06)", () => {
  test("shows the error of GET /api/auth/user, and retries", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/auth/user": FAILURES[0]?.answer });
    await expectText("Enter your credentials to access your account", "page");
    expect(document.body.textContent).not.toContain("Try again");
    app.unmount();
    const [, secondFailure] = FAILURES;
    const secondApp = openApp("/", { ...memberApi, "GET /api/auth/user": secondFailure?.answer });
    for (const failure of FAILURES.slice(1)) {
      const before = failure === secondFailure ? 0 : count(secondApp, "GET /api/auth/user");
      secondApp.api["GET /api/auth/user"] = failure.answer;
      if (failure !== secondFailure) await press("Try again");
      await waitFor(() => expect(count(secondApp, "GET /api/auth/user")).toBe(before + 1));
      if (failure === NO_RESPONSE) act(timeOut);
      const { message, status } = failure;
      await expectText(message ?? (status === undefined ? "Unknown error" : `Server error: ${status}`), "page");
    }
    secondApp.api["GET /api/auth/user"] = nora;
    await press("Try again");
    await expectText("Snacks & Drinks Board", "page");
  });

  test.each(FAILURES.map((failure) => [failure.name, failure] as const))(
    "POST /api/auth/logout: the page clears the member after %s",
    async (_, failure) => {
      const app = openApp("/", { ...memberApi, "POST /api/auth/logout": failure.answer });
      await press(/^Account:/);
      await waitFor(() => {
        const menuItem = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find(
          ({ textContent }) => textContent === "Sign out",
        );
        if (!menuItem) throw new Error("No 'Sign out'");
        menuItem.click();
      });
      await waitFor(() => expect(count(app, "POST /api/auth/logout")).toBe(1));
      if (failure === NO_RESPONSE) act(timeOut);
      await expectText("Enter your credentials to access your account", "page");
      expect(document.body.textContent).not.toContain(nora.displayName);
    },
  );

  test.each(["<html>", "null", "[]", '{"currentTime":60}'])(
    "GET /api/audiobook-progress: after %s the book still plays",
    async (text) => {
      // each is retried three times, a second apart
      const { calls } = openListening({ "GET /api/audiobook-progress": () => new Response(text) });
      await skippingDelay(1000, () => press("Play"));
      expect(
        calls.filter(({ method, path }) => `${method} ${path}` === "GET /api/audiobook-progress").length,
      ).toBeGreaterThanOrEqual(4);
    },
  );

  test("POST /api/upload/cover", async () => {
    const { api } = openDashboard("book");
    const file = new File(["bytes"], "emma.png", { type: "image/png" });
    for (const failure of FAILURES) {
      if (failure === NO_RESPONSE) continue;
      clearToast();
      api["POST /api/upload/cover"] = failure.answer;
      await pickFile("Cover file", file);
      const message = withReason("Failed to upload cover.")(failure) ?? "";
      await expectText(message, "toast");
      await expectText(message, "page");
    }
    // no response: keep waiting, or cancel
    clearToast();
    api["POST /api/upload/cover"] = NO_RESPONSE.answer;
    await pickFile("Cover file", file);
    await press("Cancel");
    await expectText("Upload canceled", "toast");
  });

  test.each([
    ["ebook", "eBook file", "emma.epub", "Failed to upload eBook."],
    ["audiobook", "Audiobook file", "emma.m4b", "Failed to upload audiobook."],
  ])("POST /api/uploads of the tab %s", async (tab, label, name, failureMessage) => {
    const uploads = fakeUploads();
    try {
      openDashboard(tab);
      for (const failure of FAILURES) {
        clearToast();
        const before = uploads.requests.length;
        await pickFile(label, new File(["bytes"], name));
        await waitFor(() => expect(uploads.requests.length).toBeGreaterThan(before));
        if (failure !== NO_RESPONSE) await fail(uploads.requests.at(-1), failure);
        // it retries automatically
        const isRetried = failure.name === "no network" || (failure.status ?? 0) >= 500;
        if (failure.name === "no network") await expectText("Connection lost.", "page");
        if (isRetried || failure === NO_RESPONSE) {
          await press("Cancel");
          await expectText("Upload canceled", "toast");
          continue;
        }
        const message = withReason(failureMessage)(failure) ?? "";
        await expectText(message, "toast");
        await expectText(message, "page");
      }
    } finally {
      uploads.restore();
    }
  });
});

/** Responds with an error, or breaks the connection. */
async function fail(request: FakeRequest | undefined, failure: Failure): Promise<void> {
  const response = await failure.answer(undefined, {}).catch(() => undefined);
  const answer = response && ofServer(response);
  const text = await answer?.text();
  const id = answer?.headers.get(SERVER_HEADER);
  const headers = id ? { [SERVER_HEADER]: id } : {};
  act(() => (answer ? request?.respondWithText(answer.status, text ?? "", headers) : request?.break()));
}
