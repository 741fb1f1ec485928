import { describe, expect, it } from "bun:test";

import { act, waitFor } from "@testing-library/react";

import { again, count, expectOutcome, failCalls, giveUp } from "#tests/failing-requests/failed-calls.ts";
import { type Fault, FAULTS, SILENCE, withReason } from "#tests/failing-requests/faults.ts";
import { listening } from "#tests/failing-requests/member-rows.ts";
import { clearToast, expectText, pick, prepare, press, readRows } from "#tests/failing-requests/row.ts";
import { writtenAs, writtenCalls } from "#tests/failing-requests/written-calls.ts";
import { openDashboard } from "#tests/support/admin-web.tsx";
import { type FakeRequest, fakeUploads } from "#tests/support/fake-upload.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { memberApi, nora, openApp } from "#tests/support/web.tsx";

const { rows, apart } = await readRows();
failCalls();

describe("a call that fails in every way says what the specification says, and can be made again (X06, X05)", () => {
  it("has a row here, for each call in src/web/api", async () => {
    const written = await writtenCalls();
    const told = rows.map(({ call }) => writtenAs(call, written));
    expect([...told, ...apart].toSorted()).toEqual(written);
  });

  it.each(rows.filter(({ make }) => !make).map((row) => [row.call, row] as const))("%s", async (_, row) => {
    const { call: made } = row;
    const app = row.open();
    const good = memberApi[made] ?? app.api[made];
    for (const fault of FAULTS) {
      app.api[made] = fault.answer;
      const before = count(app, made);
      // the first time the page makes the call itself, unless it was faster
      if (before > 0) await again(app, made);
      else await prepare(row);
      await waitFor(() => expect(count(app, made)).toBeGreaterThan(before));
      if (fault === SILENCE) {
        expect(document.body.textContent).not.toBe("");
        act(giveUp);
      }
      await expectOutcome(row, fault);
    }
    app.api[made] = good;
    await again(app, made);
    const shown = FAULTS.map(row.says).filter((text) => text !== undefined);
    if (new Set(shown).size > 1)
      await waitFor(() => expect(shown.some((text) => document.body.textContent?.includes(text))).toBe(false));
  });
});

describe("the calls that work differently (X06)", () => {
  it("GET /api/auth/user: /auth shows the error, and trying again signs in", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/auth/user": FAULTS[0]?.answer });
    await expectText("Enter your credentials to access your account", "page");
    expect(document.body.textContent).not.toContain("Try again");
    app.unmount();
    const [, first] = FAULTS;
    const later = openApp("/", { ...memberApi, "GET /api/auth/user": first?.answer });
    for (const fault of FAULTS.slice(1)) {
      const before = fault === first ? 0 : count(later, "GET /api/auth/user");
      later.api["GET /api/auth/user"] = fault.answer;
      if (fault !== first) await press("Try again");
      await waitFor(() => expect(count(later, "GET /api/auth/user")).toBe(before + 1));
      if (fault === SILENCE) act(giveUp);
      const { message, status } = fault;
      await expectText(message ?? (status === undefined ? "Unknown error" : `Server error: ${status}`), "page");
    }
    later.api["GET /api/auth/user"] = nora;
    await press("Try again");
    await expectText("Snacks & Drinks Board", "page");
  });

  it.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    "POST /api/auth/logout: the page forgets the member after %s",
    async (_, fault) => {
      const app = openApp("/", { ...memberApi, "POST /api/auth/logout": fault.answer });
      await press(/^Account:/);
      await waitFor(() => {
        const item = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find(
          ({ textContent }) => textContent === "Sign out",
        );
        if (!item) throw new Error("No 'Sign out'");
        item.click();
      });
      await waitFor(() => expect(count(app, "POST /api/auth/logout")).toBe(1));
      if (fault === SILENCE) act(giveUp);
      await expectText("Enter your credentials to access your account", "page");
      expect(document.body.textContent).not.toContain(nora.displayName);
    },
  );

  it.each(["<html>", "null", "[]", '{"currentTime":60}'])(
    "GET /api/audiobook-progress: %s, the book still plays",
    async (text) => {
      // each is retried three times, a second apart
      const { calls } = listening({ "GET /api/audiobook-progress": () => new Response(text) });
      await skippingDelay(1000, () => press("Play"));
      expect(
        calls.filter(({ method, path }) => `${method} ${path}` === "GET /api/audiobook-progress").length,
      ).toBeGreaterThanOrEqual(4);
    },
  );

  it("POST /api/upload/cover", async () => {
    const uploads = fakeUploads();
    try {
      openDashboard("book");
      const file = new File(["bytes"], "emma.png", { type: "image/png" });
      for (const fault of FAULTS) {
        if (fault === SILENCE) continue;
        clearToast();
        const before = uploads.requests.length;
        await pick("Cover file", file);
        await waitFor(() => expect(uploads.requests.length).toBe(before + 1));
        await fail(uploads.requests.at(-1), fault);
        const says = withReason("Failed to upload cover.")(fault) ?? "";
        await expectText(says, "toast");
        await expectText(says, "page");
      }
      // no response: keep waiting, or cancel
      clearToast();
      await pick("Cover file", file);
      await press("Cancel");
      await expectText("Upload canceled", "toast");
    } finally {
      uploads.restore();
    }
  });

  it.each([
    ["ebook", "eBook file", "emma.epub", "Failed to upload eBook."],
    ["audiobook", "Audiobook file", "emma.m4b", "Failed to upload audiobook."],
  ])("POST /api/uploads of the tab %s", async (tab, label, name, failed) => {
    const uploads = fakeUploads();
    try {
      openDashboard(tab);
      for (const fault of FAULTS) {
        clearToast();
        const before = uploads.requests.length;
        await pick(label, new File(["bytes"], name));
        await waitFor(() => expect(uploads.requests.length).toBeGreaterThan(before));
        if (fault !== SILENCE) await fail(uploads.requests.at(-1), fault);
        // it tries again by itself
        const isRetried = fault.name === "no network" || (fault.status ?? 0) >= 500;
        if (fault.name === "no network") await expectText("Connection lost.", "page");
        if (isRetried || fault === SILENCE) {
          await press("Cancel");
          await expectText("Upload canceled", "toast");
          continue;
        }
        const says = withReason(failed)(fault) ?? "";
        await expectText(says, "toast");
        await expectText(says, "page");
      }
    } finally {
      uploads.restore();
    }
  });
});

/** Answers with a fault, or breaks the connection. */
async function fail(request: FakeRequest | undefined, fault: Fault): Promise<void> {
  const answer = await fault.answer(undefined, {}).catch(() => undefined);
  const text = await answer?.text();
  act(() => (answer ? request?.answerText(answer.status, text ?? "") : request?.break()));
}
