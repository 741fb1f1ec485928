import { describe, expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";

const { club, mia } = eachClub(["mia"]);

const sendPost = (content: unknown) => mia.call("POST", "/api/posts", { content });

describe("the board", () => {
  test("shows what members bring, newest first, no more (P04)", async () => {
    await sendPost("A ripe Brie");
    const response = await sendPost("  Rioja  ");
    expect(response.status).toBe(201);
    const [firstPost, secondPost, ...otherPosts] = await (await mia.call("GET", "/api/posts")).json();
    expect(firstPost).toEqual({
      id: 2,
      content: "Rioja",
      createdAt: "2026-03-10T12:00:00.000Z",
      user: { id: mia.user.id, displayName: "mia", photoURL: null },
      mine: true,
      editedAt: null,
      meetingId: null,
      needId: null,
    });
    expect(secondPost.content).toBe("A ripe Brie");
    expect(otherPosts).toEqual([]);
  });

  test("accepts 100 posts a minute without delaying others", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 101 }, async (_, at) => (await sendPost(`Fig ${at}`)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    const refusedResponse = await sendPost("One more");
    expect(refusedResponse.status).toBe(429);
    expect(Number(refusedResponse.headers.get("retry-after"))).toBeWithin(1, 61);
    expect((await club.member("tom").call("POST", "/api/posts", { content: "Brie" })).status).toBe(201);
  });

  test("creates one post for two sends with one key", async () => {
    const sendWithKey = (sendKey: string, who = mia) => who.call("POST", "/api/posts", { content: "Figs", sendKey });
    const [firstResponse, repeatedResponse] = [await sendWithKey("a".repeat(16)), await sendWithKey("a".repeat(16))];
    expect([repeatedResponse.status, await repeatedResponse.json()]).toEqual([201, await firstResponse.json()]);
    await sendWithKey("b".repeat(16));
    await sendWithKey("a".repeat(16), club.member("tom"));
    expect(await (await mia.call("GET", "/api/posts")).json()).toHaveLength(3);
    expect((await sendWithKey("a b")).status).toBe(422);
  });

  test("returns the newest 500 posts, and older ones in pages", async () => {
    const listContents = async (query = "") =>
      (await (await mia.call("GET", `/api/posts${query}`)).json()).map(({ content }: { content: string }) => content);
    for (let number = 1; number <= 503; number += 1)
      club.deps.stores.posts.insert({
        userId: mia.user.id,
        content: `Fig ${number}`,
        createdAt: "2026-03-10",
        meetingId: null,
      });
    const newestContents = await listContents();
    expect([newestContents.length, newestContents[0], newestContents.at(-1)]).toEqual([500, "Fig 503", "Fig 4"]);
    expect(await listContents("?before=4")).toEqual(["Fig 3", "Fig 2", "Fig 1"]);
  });

  test("is paged on request", async () => {
    for (let i = 1; i <= 5; i += 1) await sendPost(`Wine ${i}`);
    const listIds = async (query: string) =>
      (await (await mia.call("GET", `/api/posts?${query}`)).json()).map((row: { id: number }) => row.id);
    expect(await listIds("limit=2")).toEqual([5, 4]);
    expect(await listIds("limit=2&before=4")).toEqual([3, 2]);
    expect((await mia.call("GET", "/api/posts?limit=0x10")).status).toBe(422);
  });

  test("rejects blank text and more than 500 characters (P01)", async () => {
    const blankTexts = [
      "\u200B\u200D",
      "\u3164",
      "\u2800\n\u2800",
      "\uFE0F",
      "\u034F",
      "\u115F",
      "\u{E0100}",
      "\u0000",
    ];
    for (const content of ["", "   ", "\n\t", ...blankTexts, "x".repeat(501), 5, null, ["x"]])
      expect([content, (await sendPost(content)).status]).toEqual([content, 422]);
    // a megabyte is not even read
    expect((await sendPost("x".repeat(1024 * 1024))).status).toBe(413);
    expect(club.deps.stores.posts.count()).toBe(0);
  });

  test("stores everything else exactly (P01)", async () => {
    const texts = [
      "x".repeat(500),
      "<script>alert(1)</script>",
      "שלום\u202E!",
      "🧀".repeat(250),
      "a\uD800b",
      "a\u0000b",
      "'; --",
    ];
    for (const content of texts) {
      const storedContent = (await (await sendPost(content)).json()).content;
      expect(storedContent).toBe(content.toWellFormed());
    }
  });

  test("takes its author from the session only", async () => {
    const response = await mia.call("POST", "/api/posts", {
      content: "Cheese",
      user: { displayName: "eve" },
      userId: 7,
    });
    expect(await response.json()).toMatchObject({ user: { displayName: "mia" } });
  });

  test("can be cleared only by admins", async () => {
    await sendPost("Cheese");
    expect((await mia.call("DELETE", "/api/posts")).status).toBe(403);
    expect(club.deps.stores.posts.count()).toBe(1);
    expect((await club.admin().call("DELETE", "/api/posts")).status).toBe(204);
    expect(club.deps.stores.posts.count()).toBe(0);
  });

  test("loses a member's posts when the member is deleted (P03)", async () => {
    await sendPost("Cheese");
    club.deps.stores.users.delete(mia.user.id);
    expect(club.deps.stores.posts.count()).toBe(0);
  });

  test("returns 507 when the database is full, and recovers (Q04)", async () => {
    const { id: bookId } = club.deps.stores.books.insert(
      { title: "Emma", author: "A", month: "2026-03" },
      "2026-03-01",
    );
    const limitPages = (pages: number) => club.db.run(`PRAGMA max_page_count = ${pages}`);
    limitPages(club.db.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0);
    const acceptedPosts: string[] = [];
    const writePost = async (content: string) => {
      const { status } = await sendPost(content);
      if (status === 201) acceptedPosts.push(content);
      return status;
    };
    let status = 201;
    for (let attempt = 0; status === 201; attempt += 1) status = await writePost(`${attempt} ${"x".repeat(490)}`);
    expect(status).toBe(507);
    expect((await mia.call("GET", "/api/posts")).status).toBe(200);
    limitPages(1_000_000);
    expect(await writePost("Cheese")).toBe(201);
    expect((await mia.call("POST", "/api/audiobook-progress", { bookId, currentTime: 5, chapter: 0 })).status).toBe(
      200,
    );
    const storedRows: { content: string }[] = await (await mia.call("GET", "/api/posts")).json();
    expect(storedRows.map(({ content }) => content)).toEqual(acceptedPosts.toReversed());
  });
});
