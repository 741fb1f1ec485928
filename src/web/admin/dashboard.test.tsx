import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";

import { emptyMonth, openDashboard, openHealth } from "#tests/support/admin-web.tsx";
import { book, content, json, memberApi, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

describe("the dashboard", () => {
  test("doesn't exist for members", async () => {
    openApp("/admin", memberApi);
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Admin" })).toBeNull();
  });

  test("opens the tab in the address, and keeps text in another", async () => {
    const { user } = openDashboard("book");
    const title = (await screen.findByLabelText("Title")) as HTMLInputElement;
    await user.type(title, "!");
    await user.click(screen.getByRole("tab", { name: "User Management" }));
    expect(await screen.findByText("nora@example.org")).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "Book Info" }));
    expect(title.value).toBe("The Wind in the Willows!");
  });

  test("asks before leaving discards unsaved text, or stays", async () => {
    const { user } = openDashboard("book");
    await user.type(await screen.findByLabelText("Title"), "!");
    await user.click(screen.getByRole("link", { name: "Home" }));
    expect(await screen.findByText("Leave without saving?")).toBeTruthy();
    expect(screen.getByText(/Not saved: the book information\./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Stay here" }));
    expect((screen.getByLabelText("Title") as HTMLInputElement).value).toEndWith("!");
    await user.click(screen.getByRole("link", { name: "Home" }));
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
  });

  test("makes the browser ask before closing an unsaved tab", async () => {
    const { user } = openDashboard("content");
    const isHeld = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const locationBox = await screen.findByLabelText("Meeting Location");
    expect(isHeld()).toBe(false);
    await user.type(locationBox, "!");
    expect(isHeld()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(isHeld()).toBe(false);
  });

  test("keeps what is typed during a save", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { user } = openDashboard("content", { "PATCH /api/content": () => promise });
    const locationField = (await screen.findByLabelText("Meeting Location")) as HTMLInputElement;
    await user.clear(locationField);
    await user.type(locationField, "At Ada's");
    await user.click(screen.getByRole("button", { name: "Save Content" }));
    await user.type(locationField, ", upstairs");
    resolve({ ...content, meetingLocation: "At Ada's" });
    expect(await screen.findByText("Content updated successfully")).toBeTruthy();
    expect(locationField.value).toBe("At Ada's, upstairs");
    expect(screen.getByText("Not saved yet")).toBeTruthy();
  });

  test("can be left without a question once everything is saved", async () => {
    const { user } = openDashboard("book");
    await screen.findByLabelText("Title");
    await user.click(screen.getByRole("link", { name: "Home" }));
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
  });

  test("lists the activity, in pages", async () => {
    const createEntry = (id: number, kind: string, subject = "", actor = "Ada Quill") => ({
      id,
      at: "2026-01-05T12:00:00Z",
      actor,
      actorUsername: actor && "ada",
      subjectUsername: null,
      kind,
      subject,
    });
    const firstEntries = [
      createEntry(20, "content-changed", "welcomeMessage,meetingDate"),
      createEntry(19, "board-reset", "1"),
      createEntry(18, "password-reset", "Nora", ""),
      ...Array.from({ length: 7 }, (_, index) => createEntry(17 - index, "book-changed", "Emma")),
    ];
    let requestCount = 0;
    const answers = [
      () => json(firstEntries),
      () => json({ message: "Busy" }, 503),
      () => json([createEntry(10, "user-deleted", "Theo")]),
    ];
    const { user } = openHealth({ "GET /api/audit": () => answers[requestCount++]?.() ?? json([]) });
    const auditCard = within(
      await screen.findByRole("heading", { name: "Activity" }).then((heading) => {
        const card = heading.closest("section");
        if (!card) throw new Error("The list is not in a section");
        return card;
      }),
    );
    const expectLine = async (text: string) =>
      expect((await auditCard.findAllByRole("listitem")).some((item) => item.textContent.includes(text))).toBe(true);
    await expectLine("Ada Quill (ada) changed the welcome message and the meeting date");
    await expectLine("Ada Quill (ada) reset the posting board (1 post)");
    await expectLine("The operator reset the password of Nora");
    await user.click(auditCard.getByRole("button", { name: "Show more" }));
    await auditCard.findByText("Busy");
    await expectLine("The operator reset the password of Nora");
    await user.click(auditCard.getByRole("button", { name: "Try again" }));
    await auditCard.findByText(/deleted the user Theo/);
    expect(auditCard.queryByText("Busy")).toBeNull();
    expect(auditCard.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("starts with what is missing, each line linking to its form", async () => {
    setSystemTime(new Date("2026-12-10T12:00:00Z"));
    openDashboard("content", {
      "GET /api/months/2026-12": { ...emptyMonth("2026-12"), book, missing: ["ebook", "meeting"] },
      "GET /api/months/2027-01": emptyMonth("2027-01"),
    });
    const linkTarget = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await linkTarget("Upload the eBook")).toBe("/admin?tab=ebook&book=7");
    expect(await linkTarget(`${book.title} (done)`)).toBe("/admin?tab=book&book=7");
    expect(await linkTarget("Add a book")).toBe("/admin?tab=book&book=new");
    expect(await linkTarget("Write the message from the team")).toBe("/admin/months/2027-01");
    expect(screen.getAllByRole("link", { name: "Plan the meeting" })).toHaveLength(2);
    expect(await linkTarget("Activity and health")).toBe("/admin/health");
    for (const name of ["Activity", "Backups", "Storage"]) expect(screen.queryByRole("heading", { name })).toBeNull();
  });

  test("refreshes the list whenever something is saved", async () => {
    setSystemTime(new Date("2026-12-10T12:00:00Z"));
    const { api, user } = openDashboard("content", {
      "GET /api/months/2026-12": emptyMonth("2026-12"),
      "GET /api/months/2027-01": { ...emptyMonth("2027-01"), missing: [] },
      "PATCH /api/content": content,
    });
    await screen.findByRole("link", { name: "Write the message from the team" });
    api["GET /api/months/2026-12"] = { ...emptyMonth("2026-12"), missing: ["book", "meeting"] };
    await user.click(await screen.findByRole("button", { name: "Save Content" }));
    await waitFor(() =>
      expect(screen.queryByRole("link", { name: "Write the message from the team" }) === null).toBe(true),
    );
  });
});
