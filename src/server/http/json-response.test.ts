import { expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";

const { club, mia } = eachClub(["mia"]);

test("a long list is sent like a short one, in any script", async () => {
  const unicodeText = "Käse, Жаворонок, 酒 and 🍷";
  const addPosts = (count: number) => {
    for (let at = 0; at < count; at += 1)
      club.deps.stores.posts.insert({
        userId: mia.user.id,
        content: `${unicodeText} ${at}`,
        createdAt: "2026-12-01T12:00:00.000Z",
        meetingId: null,
      });
  };
  addPosts(1);
  const shortResponse = await mia.call("GET", "/api/posts");
  addPosts(150);
  const longResponse = await mia.call("GET", "/api/posts");
  const listHeaders = ({ headers: listHeaders }: Response) =>
    [...listHeaders].filter(([name]) => name !== "x-request-id");
  expect([longResponse.status, listHeaders(longResponse)]).toEqual([shortResponse.status, listHeaders(shortResponse)]);
  const [firstPost] = await shortResponse.json();
  const posts = await longResponse.json();
  expect(posts).toHaveLength(151);
  expect(posts.at(-1)).toEqual(firstPost);
  expect(posts[0].content).toBe(`${unicodeText} 149`);
});
