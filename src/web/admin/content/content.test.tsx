import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import type { Content } from "#contract/months.ts";
import { openDashboard, respondError, respondMessage } from "#tests/support/admin-web.tsx";
import { content, json, signedOut, stored } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

const findWelcomeBox = async () => (await screen.findByLabelText("Welcome Message")) as HTMLTextAreaElement;
const getSaveButton = () => screen.getByRole("button", { name: "Save Content" });

const expectConflict = () =>
  json({ message: "Somebody else has changed this.", errors: [{ path: "/welcomeMessage", message: "Seen?" }] }, 409);

describe("Content Management", () => {
  test("says where the club's name and the meeting are edited", async () => {
    openDashboard("content");
    expect(await screen.findByText(/^, since 2018\. The name and the year are set on the server/)).toBeTruthy();
    const month = await screen.findByRole("link", { name: "January 2026" });
    expect(month.getAttribute("href")).toBe("/admin/months/2026-01#meeting");
    expect(month.parentElement?.textContent).toEndWith("These three fields change the same meeting.");
  });

  test("is the tab that opens, with every field of the site content", async () => {
    openDashboard("");
    expect((await screen.findByRole("tab", { name: "Content Management" })).getAttribute("aria-selected")).toBe("true");
    expect((await findWelcomeBox()).value).toBe(content.welcomeMessage);
    expect((screen.getByLabelText("President's Message") as HTMLTextAreaElement).value).toBe(content.presidentMessage);
    expect((screen.getByLabelText("Meeting Date") as HTMLInputElement).value).toBe("2026-01-31");
    expect((screen.getByLabelText("Meeting Time") as HTMLInputElement).value).toBe("19:00");
    expect((screen.getByLabelText("Meeting Location") as HTMLInputElement).value).toBe("14 Willow Street");
  });

  test("says when the meeting begins in the reader's time zone", async () => {
    openDashboard("content");
    await findWelcomeBox();
    expect(screen.getByText("Your local time: Feb 1, 12:00 AM")).toBeTruthy();
  });

  test("saves the changed field alone and says so", async () => {
    const storedState = stored(content);
    const { calls, user } = openDashboard("content", {
      "GET /api/content": storedState.read,
      "PATCH /api/content": storedState.change((body) => body),
    });
    const welcomeBox = await findWelcomeBox();
    await user.clear(welcomeBox);
    await user.type(welcomeBox, "Come in!");
    expect(screen.getByText("Not saved yet")).toBeTruthy();
    await user.click(getSaveButton());
    expect(await screen.findByText("Content updated successfully")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      welcomeMessage: "Come in!",
      was: { welcomeMessage: content.welcomeMessage },
    });
    expect(screen.queryByText("Not saved yet")).toBeNull();
    expect(welcomeBox.value).toBe("Come in!");
  });

  test("asks before a meeting date in the past is saved", async () => {
    setSystemTime(new Date("2026-01-10T12:00:00Z"));
    const { calls, user } = openDashboard("content", {
      "PATCH /api/content": (body: unknown) => ({ ...content, ...(body as object) }),
    });
    await findWelcomeBox();
    fireEvent.change(screen.getByLabelText("Meeting Date"), { target: { value: "2026-01-03" } });
    await user.click(getSaveButton());
    await user.click(await screen.findByRole("button", { name: "Change the date" }));
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    await user.click(getSaveButton());
    await user.click(await screen.findByRole("button", { name: "Save it" }));
    expect(await screen.findByText("Content updated successfully")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({ meetingDate: "2026-01-03" });
  });

  test("reads 'Saving...' while it saves", async () => {
    const { user } = openDashboard("content", { "PATCH /api/content": () => new Promise(() => {}) });
    await findWelcomeBox();
    await user.click(getSaveButton());
    expect(((await screen.findByRole("button", { name: "Saving..." })) as HTMLButtonElement).disabled).toBe(true);
  });

  test("keeps typed text when the save fails, and says so", async () => {
    const { user } = openDashboard("content", { "PATCH /api/content": respondError });
    const welcomeBox = await findWelcomeBox();
    await user.type(welcomeBox, " And cake.");
    await user.click(getSaveButton());
    expect(await screen.findByText("Failed to update content.")).toBeTruthy();
    expect(welcomeBox.value).toEndWith(" And cake.");
    expect(screen.getByText("Not saved yet")).toBeTruthy();
  });

  test("keeps typed text when the session ended, and says what to do", async () => {
    const { user } = openDashboard("content", { "PATCH /api/content": signedOut });
    const welcomeBox = await findWelcomeBox();
    await user.type(welcomeBox, " And cake.");
    await user.click(getSaveButton());
    expect(await screen.findByText(/^Failed to update content\. Your session expired\./)).toBeTruthy();
    expect(welcomeBox.value).toEndWith(" And cake.");
  });

  test("shows another admin's text before overwriting it", async () => {
    let storedContent = content;
    const { api, calls, user } = openDashboard("content", {
      "GET /api/content": () => storedContent,
      "PATCH /api/content": expectConflict,
    });
    const welcomeBox = await findWelcomeBox();
    await user.type(welcomeBox, " And cake.");
    storedContent = { ...content, welcomeMessage: "Bea was here." };
    await user.click(getSaveButton());
    expect(await screen.findByText("Bea was here.")).toBeTruthy();
    expect(welcomeBox.value).toBe(`${content.welcomeMessage} And cake.`);

    api["PATCH /api/content"] = (body: unknown) =>
      (storedContent = { ...storedContent, welcomeMessage: (body as Content).welcomeMessage });
    await user.click(getSaveButton());
    await screen.findByText("Content updated successfully");
    expect(screen.queryByText("Bea was here.")).toBeNull();
    expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { welcomeMessage: welcomeBox.value, was: { welcomeMessage: content.welcomeMessage } },
      { welcomeMessage: welcomeBox.value, was: { welcomeMessage: "Bea was here." } },
    ]);
  });

  test("takes another admin's text on request", async () => {
    const storedContent = { ...content, welcomeMessage: "" };
    const { api, user } = openDashboard("content", {
      "PATCH /api/content": expectConflict,
    });
    const welcomeBox = await findWelcomeBox();
    await user.type(welcomeBox, " And cake.");
    api["GET /api/content"] = storedContent;
    await user.click(getSaveButton());
    expect(await screen.findByText("(empty)")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Use theirs" }));
    expect(welcomeBox.value).toBe("");
    expect(screen.queryByRole("button", { name: "Use theirs" })).toBeNull();
    expect(screen.queryByText("Not saved yet")).toBeNull();
  });

  test("shows the server's field errors beside the fields", async () => {
    const message = "There is no such day as 2026-02-31";
    const { user } = openDashboard("content", {
      "PATCH /api/content": json({ message, errors: [{ path: "/meetingDate", message }] }, 422),
    });
    await findWelcomeBox();
    await user.click(getSaveButton());
    await waitFor(() =>
      expect(screen.getByLabelText("Meeting Date").getAttribute("aria-describedby")).toEndWith("-error"),
    );
    expect(screen.getByText(`Failed to update content. ${message}`)).toBeTruthy();
  });

  test("checks a field with the contract's message before sending", async () => {
    const { calls, user } = openDashboard("content");
    await findWelcomeBox();
    const locationBox = screen.getByLabelText("Meeting Location");
    await user.clear(locationBox);
    await user.click(locationBox);
    await user.paste("x".repeat(301));
    await user.click(getSaveButton());
    expect(await screen.findByText("The location must be one line of at most 300 characters")).toBeTruthy();
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    expect(document.activeElement).toBe(locationBox);
  });

  test("doesn't take a half-typed date as a cleared one", async () => {
    const { calls, user } = openDashboard("content");
    await findWelcomeBox();
    const dateBox = screen.getByLabelText("Meeting Date") as HTMLInputElement;
    fireEvent.change(dateBox, { target: { value: "" } });
    // the browser's state for a day like 02/31/2026 or mm/18/2026, whose value is empty
    Object.defineProperty(dateBox, "validity", { configurable: true, value: { badInput: true } });
    await user.click(getSaveButton());
    expect(await screen.findByText("This date is incomplete or doesn't exist")).toBeTruthy();
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    expect(document.activeElement).toBe(dateBox);
    fireEvent.change(dateBox, { target: { value: "2026-02-18" } });
    expect(screen.queryByText("This date is incomplete or doesn't exist")).toBeNull();
  });
});

describe("the Posting Board", () => {
  const openResetDialog = async (api: Parameters<typeof openDashboard>[1] = {}) => {
    const app = openDashboard("content", api);
    await app.user.click(await screen.findByRole("button", { name: "Reset Posting Board" }));
    await screen.findByText("Reset the posting board?");
    return app;
  };
  const confirmButton = { name: "Reset board" };

  test("says how many posts a reset removes, and can be canceled", async () => {
    const { calls, user } = await openResetDialog();
    expect(screen.getByText(/This removes all 3 posts\./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  });

  test("is reset, says so, and offers undo", async () => {
    let board: unknown = { posts: 3, undo: null };
    const { user } = await openResetDialog({
      "GET /api/posts/board": () => board,
      "DELETE /api/posts": () => {
        board = { posts: 0, undo: { posts: 3, until: new Date(Date.now() + 600_000).toISOString() } };
        return new Response(null, { status: 204 });
      },
      "POST /api/posts/restore": () => {
        board = { posts: 3, undo: null };
        return board;
      },
    });
    await user.click(screen.getByRole("button", confirmButton));
    expect(await screen.findByText("Posting board has been reset")).toBeTruthy();
    expect(await screen.findByText(/3 posts can be brought back until/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo reset" }));
    expect(await screen.findByText("The posts are back on the board")).toBeTruthy();
    expect(await screen.findByText(/3 posts on the board\./)).toBeTruthy();
  });

  test("says when the reset failed", async () => {
    const { user } = await openResetDialog({ "DELETE /api/posts": respondError });
    await user.click(screen.getByRole("button", confirmButton));
    expect(await screen.findByText("Failed to reset posting board.")).toBeTruthy();
  });

  test("shows the server's message that an undo is too late", async () => {
    const undoUntil = new Date(Date.now() + 600_000).toISOString();
    const errorText = "Nothing to undo: a reset can be undone for 10 minutes.";
    const { user } = openDashboard("content", {
      "GET /api/posts/board": { posts: 0, undo: { posts: 3, until: undoUntil } },
      "POST /api/posts/restore": respondMessage(errorText),
    });
    await user.click(await screen.findByRole("button", { name: "Undo reset" }));
    expect(await screen.findByText(errorText)).toBeTruthy();
  });
});
