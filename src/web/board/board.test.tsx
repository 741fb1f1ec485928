import { describe, expect, test } from "bun:test";

import { act, render, screen, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { json, meeting, memberApi, nora, openApp, signedOut } from "#tests/support/web.tsx";
import { ApiError } from "#web/api/client.ts";
import { sessionAtom } from "#web/state/session.ts";

import { BoardCard } from "./board-card.tsx";
import { formatPostFailure } from "./use-post-item.ts";

const theo = {
  id: 1,
  content: "A wheel of Gouda",
  createdAt: "2025-01-06T03:00:00Z",
  user: { id: 7, displayName: "Theo Marsh", photoURL: null },
  mine: false,
  editedAt: null,
  meetingId: 3,
  needId: null,
};

async function openForm(api: Parameters<typeof openApp>[1]) {
  const app = openApp("/", { ...memberApi, ...api });
  await app.user.click(await screen.findByRole("button", { name: "Add Item" }));
  return { app, box: screen.getByPlaceholderText("What are you bringing to the meeting?") as HTMLInputElement };
}

describe("the Snacks & Drinks Board", () => {
  test("asks visitors to sign in and shows them nothing else", () => {
    getDefaultStore().set(sessionAtom, { status: "signed-out" });
    render(<BoardCard />);
    expect(screen.getByText("Please sign in to view and post to the board.")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("shows loading, then an invitation to be the first", async () => {
    const { promise: posts, resolve: answer } = Promise.withResolvers<unknown>();
    openApp("/", { ...memberApi, "GET /api/posts": () => posts });
    expect(await screen.findByText("Loading posts...")).toBeTruthy();
    answer([]);
    expect(await screen.findByText("No posts yet. Be the first to share what you're bringing!")).toBeTruthy();
  });

  test("shows each post with initials, name, date and plain text", async () => {
    openApp("/", { ...memberApi, "GET /api/posts": [{ ...theo, content: "<b>Gouda</b>" }] });
    expect(await screen.findByText("Theo Marsh")).toBeTruthy();
    expect(screen.getByText("TH")).toBeTruthy();
    expect(screen.getByText("Jan 5, 2025")).toBeTruthy();
    expect(screen.getByText("<b>Gouda</b>")).toBeTruthy();
  });

  test("lays out each text in its own direction, even while typing", async () => {
    const { box } = await openForm({ "GET /api/posts": [{ ...theo, content: "אני מביא יין!" }] });
    expect(box.dir).toBe("auto");
    expect((await screen.findByText("אני מביא יין!")).dir).toBe("auto");
    expect(screen.getByText("Theo Marsh").dir).toBe("auto");
    expect(screen.getByText("Welcome to the long evenings.").dir).toBe("auto");
  });

  test("posts, says so, closes the form and shows the new list", async () => {
    const posts: unknown[] = [];
    const { app, box } = await openForm({
      "GET /api/posts": () => [...posts],
      "POST /api/posts": () => {
        posts.push(theo);
        return json(theo, 201);
      },
    });
    await app.user.type(box, "  A wheel of Gouda  ");
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(await screen.findByText("Your post has been added")).toBeTruthy();
    expect(screen.getByText("Success")).toBeTruthy();
    expect(await screen.findByText("Theo Marsh")).toBeTruthy();
    expect(screen.queryByPlaceholderText("What are you bringing to the meeting?")).toBeNull();
    expect(app.calls.find(({ method }) => method === "POST")?.body).toEqual({
      content: "A wheel of Gouda",
      sendKey: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });

  test("keeps what is typed after the press for the next post", async () => {
    const { promise: postResponse, resolve: resolvePost } = Promise.withResolvers<Response>();
    const { app, box } = await openForm({ "POST /api/posts": () => postResponse });
    await app.user.type(box, "Figs{Enter}");
    await app.user.click(await screen.findByRole("button", { name: "Cancel" }));
    await app.user.click(screen.getByRole("button", { name: "Add Item" }));
    await app.user.keyboard("And a spoon");
    resolvePost(json(theo, 201));
    expect(await screen.findByText("Your post has been added")).toBeTruthy();
    expect(screen.getByDisplayValue("And a spoon")).toBeTruthy();
  });

  test("reads 'Posting...' while sending and sends once", async () => {
    let resolvePost: (response: Response) => void = () => undefined;
    const { app, box } = await openForm({
      "POST /api/posts": () => new Promise<Response>((resolve) => (resolvePost = resolve)),
    });
    await app.user.type(box, "Figs");
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    const button = (await screen.findByRole("button", { name: "Posting..." })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    await waitFor(() => expect(app.calls.filter(({ method }) => method === "POST").length).toBe(1));
    resolvePost(json(theo, 201));
    expect(await screen.findByRole("button", { name: "Add Item" })).toBeTruthy();
  });

  test("posts once when pressed twice before the page can update", async () => {
    const { app, box } = await openForm({ "POST /api/posts": () => json(theo, 201) });
    await app.user.type(box, "Figs");
    const { form } = box;
    act(() => {
      form?.requestSubmit();
      form?.requestSubmit();
    });
    expect(await screen.findByText("Your post has been added")).toBeTruthy();
    expect(app.calls.filter(({ method }) => method === "POST").length).toBe(1);
  });

  test("counts characters beyond 500, sends nothing until it fits", async () => {
    const { app, box } = await openForm({ "POST /api/posts": () => json(theo, 201) });
    const text = "🧀".repeat(12) + "x".repeat(500);
    await app.user.click(box);
    await app.user.paste(text);
    expect(box.value).toBe(text);
    expect(screen.getByText("12 characters too many. The limit is 500.")).toBeTruthy();
    expect(box.getAttribute("aria-invalid")).toBe("true");
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
    await app.user.clear(box);
    await app.user.paste(text.slice(0, 512));
    expect(screen.queryAllByText(/too many/)).toHaveLength(0);
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(await screen.findByText("Your post has been added")).toBeTruthy();
  });

  test("sends nothing while blank, and closes on Cancel", async () => {
    const { app, box } = await openForm({});
    await app.user.type(box, "   ");
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
    await app.user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("button", { name: "Post" })).toBeNull();
    // the focus stays here, rather than at the top of the page
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add Item" }));
  });

  test("keeps the text when the session ended, even on reload", async () => {
    const { app, box } = await openForm({ "POST /api/posts": () => json(theo, 201) });
    await app.user.type(box, "Figs");
    app.api["GET /api/auth/user"] = signedOut;
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(await screen.findByText("Your session expired. Please refresh the page and log in again.")).toBeTruthy();
    expect(box.value).toBe("Figs");
    expect(sessionStorage.getItem("post-draft")).toContain("Figs");
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("doesn't say that the session ended when the server fails", async () => {
    const { app, box } = await openForm({ "POST /api/posts": json({ message: "The club is busy." }, 503) });
    app.api["GET /api/auth/user"] = () => new Response("<title>502 Bad Gateway</title>", { status: 502 });
    await app.user.type(box, "Figs{Enter}");
    expect([Boolean(await screen.findByText("The club is busy.")), box.value]).toEqual([true, "Figs"]);
  });

  test("restores only a typed draft, and takes focus when asked", async () => {
    const { app, box } = await openForm({});
    expect(document.activeElement === box).toBe(true);
    const returnToPage = async () => {
      await app.user.click(screen.getAllByRole("link", { name: "eBook" })[0] as HTMLElement);
      await waitFor(() => expect(screen.queryByText("Snacks & Drinks Board") === null).toBe(true));
      await app.user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
      await screen.findByText("Snacks & Drinks Board");
    };
    await returnToPage();
    await app.user.click(screen.getByRole("button", { name: "Add Item" }));
    await app.user.type(screen.getByPlaceholderText("What are you bringing to the meeting?"), "Figs");
    await returnToPage();
    const reopenedBox = screen.getByPlaceholderText("What are you bringing to the meeting?") as HTMLInputElement;
    expect([reopenedBox.value, document.activeElement === reopenedBox]).toEqual(["Figs", false]);
  }, 300_000);

  test("posts nothing as someone who signed in in another tab", async () => {
    const { app, box } = await openForm({ "POST /api/posts": () => json(theo, 201) });
    app.api["GET /api/auth/user"] = { ...nora, id: 2 };
    await app.user.type(box, "Figs{Enter}");
    expect(await screen.findByText(/^Your session expired\. Please refresh/)).toBeTruthy();
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
    expect(box.value).toBe("Figs");
  });

  test("keeps the text, and reports a lost connection as one", async () => {
    const { app, box } = await openForm({});
    await app.user.type(box, "Figs");
    for (const call of ["GET /api/auth/user", "POST /api/posts"])
      app.api[call] = () => Promise.reject(new TypeError("Failed to fetch"));
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(await screen.findByText("Failed to add your post. Please try again.")).toBeTruthy();
    expect(box.value).toBe("Figs");
  });

  test("shows the server's reason, or the spec's text without one", () => {
    const failed = "Failed to add your post. Please try again.";
    expect(
      formatPostFailure(failed, new ApiError(429, '{"message":"Too many posts. Try again in a minute."}', "")),
    ).toBe("Too many posts. Try again in a minute.");
    expect(formatPostFailure(failed, new ApiError(502, "<html>Bad gateway</html>", ""))).toBe(failed);
    expect(formatPostFailure(failed, new TypeError("Failed to fetch"))).toBe(failed);
    expect(formatPostFailure(failed, new ApiError(401, "{}", ""))).toBe(
      "Your session expired. Please refresh the page and log in again.",
    );
    expect(formatPostFailure(failed, new Error("You must be logged in to post"))).toBe("You must be logged in to post");
  });

  test("asks for the item if it's empty, and sends nothing", async () => {
    const { app, box } = await openForm({ "GET /api/posts": [theo] });
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect((box as HTMLInputElement).validity.valueMissing).toBe(true);
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("keeps the list, and says so, when a refetch fails", async () => {
    const { app, box } = await openForm({ "GET /api/posts": [theo], "POST /api/posts": () => json(theo, 201) });
    app.api["GET /api/posts"] = () => json({ message: "The club is busy" }, 503);
    await app.user.type(box, "Figs");
    await app.user.click(screen.getByRole("button", { name: "Post" }));
    expect(await screen.findByText("We couldn't load the newest posts")).toBeTruthy();
    expect(screen.getByText("A wheel of Gouda")).toBeTruthy();
  });

  test("offers to try again when the list cannot be loaded", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/posts": () => json({ message: "The club is busy" }, 503) });
    expect(await screen.findByText("We couldn't load the board")).toBeTruthy();
    expect(screen.getByText("The club is busy")).toBeTruthy();
    app.api["GET /api/posts"] = [theo];
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Theo Marsh")).toBeTruthy();
  });

  test("lets the author edit, an admin delete, others nothing", async () => {
    const ownPost = { ...theo, id: 2, content: "Figs", mine: true };
    const { calls, user } = openApp("/", {
      ...memberApi,
      "GET /api/posts": [ownPost, theo],
      "PATCH /api/posts/2": { ...ownPost, content: "Two figs", editedAt: "2025-01-06T04:00:00Z" },
    });
    await user.click(await screen.findByRole("button", { name: "Edit 'Figs'" }));
    expect(screen.queryByRole("button", { name: /Gouda/ })).toBeNull();
    const input = screen.getByLabelText("Your item");
    await user.clear(input);
    await user.type(input, "Two figs{Enter}");
    await waitFor(() => expect(screen.queryByLabelText("Your item") === null).toBe(true));
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ content: "Two figs" });
  });

  test("deletes a post when Home is left, unless that was undone", async () => {
    const ownPost = { ...theo, content: "Figs", mine: true };
    const api = {
      ...memberApi,
      "GET /api/posts": [ownPost],
      "DELETE /api/posts/1": () => new Response(null, { status: 204 }),
    };
    const deletes = (app: ReturnType<typeof openApp>) => app.calls.filter(({ method }) => method === "DELETE").length;
    const firstApp = openApp("/", api);
    await firstApp.user.click(await screen.findByRole("button", { name: "Delete 'Figs'" }));
    await firstApp.user.click(await screen.findByRole("button", { name: "Undo", description: "Deleted" }));
    expect(await screen.findByText("Figs")).toBeTruthy();
    firstApp.unmount();
    expect(deletes(firstApp)).toBe(0);
    const secondApp = openApp("/", api);
    await secondApp.user.click(await screen.findByRole("button", { name: "Delete 'Figs'" }));
    expect(screen.queryByText("Figs")).toBeNull();
    expect(deletes(secondApp)).toBe(0);
    secondApp.unmount();
    await waitFor(() => expect(deletes(secondApp)).toBe(1));
  });

  test("shows what is still needed, and claims it or gives it back", async () => {
    const wine = { id: 5, what: "Red wine", quantity: 3, left: 2, claims: [] };
    const { api, calls, user } = openApp("/", {
      ...memberApi,
      "GET /api/meetings/current": { ...meeting, needs: [wine, { ...wine, id: 6, what: "Ice", left: 0 }] },
      "PUT /api/needs/5/claim": () => {
        const claims = [{ user: theo.user, quantity: 2, mine: true }];
        api["GET /api/meetings/current"] = { ...meeting, needs: [{ ...wine, left: 0, claims }] };
        return { ...wine, left: 0, claims };
      },
      "DELETE /api/needs/5/claim": () => new Response(null, { status: 204 }),
    });
    expect(await screen.findByText("2 of 3 left")).toBeTruthy();
    expect(screen.queryByText("Ice")).toBeNull();
    await user.selectOptions(screen.getByLabelText("How many of Red wine"), "2");
    await user.click(screen.getByRole("button", { name: "I'll bring them: Red wine" }));
    expect(await screen.findByText("You're bringing 2")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^I can't bring (it|them): Red wine$/ }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ quantity: 2 });
  });
});
