import { expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";

const { club, mia } = eachClub(["mia"]);

test("a long list is sent like a short one, in any script", async () => {
  const words = "Käse, Жаворонок, 酒 and 🍷";
  const fill = (count: number) => {
    for (let at = 0; at < count; at += 1)
      club.deps.stores.posts.insert({
        userId: mia.user.id,
        content: `${words} ${at}`,
        createdAt: "2026-12-01T12:00:00.000Z",
        meetingId: null,
      });
  };
  fill(1);
  const short = await mia.call("GET", "/api/posts");
  fill(150);
  const longResponse = await mia.call("GET", "/api/posts");
  const headers = ({ headers }: Response) => [...headers].filter(([name]) => name !== "x-request-id");
  expect([longResponse.status, headers(longResponse)]).toEqual([short.status, headers(short)]);
  const [first] = await short.json();
  const posts = await longResponse.json();
  expect(posts).toHaveLength(151);
  expect(posts.at(-1)).toEqual(first);
  expect(posts[0].content).toBe(`${words} 149`);
});
