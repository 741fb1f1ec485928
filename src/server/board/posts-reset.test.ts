import { expect, test } from "bun:test";

import type { Board, Post } from "#contract/posts.ts";
import { eachClub } from "#tests/support/each-club.ts";

import { sweepBoard } from "./posts.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const post = (content: string) => mia.call("POST", "/api/posts", { content });
const contents = async (): Promise<string[]> =>
  (await (await mia.call("GET", "/api/posts")).json()).map((each: Post) => each.content);
const board = async (): Promise<Board> => (await ada.call("GET", "/api/posts/board")).json();

test("only an admin can reset the board", async () => {
  await post("Cheese");
  expect((await club.visitor.call("DELETE", "/api/posts")).status).toBe(401);
  expect((await mia.call("DELETE", "/api/posts")).status).toBe(403);
  expect((await mia.call("POST", "/api/posts/restore")).status).toBe(403);
  expect((await mia.call("GET", "/api/posts/board")).status).toBe(403);
  expect(await contents()).toEqual(["Cheese"]);
  expect((await ada.call("DELETE", "/api/posts")).status).toBe(204);
  expect(await contents()).toEqual([]);
});

test("an undo restores the posts in order among newer ones", async () => {
  await post("Cheese");
  await post("Olives");
  const before: Post[] = await (await mia.call("GET", "/api/posts")).json();
  await ada.call("DELETE", "/api/posts");
  expect(await board()).toEqual({ posts: 0, undo: { posts: 2, until: "2026-03-10T12:10:00.000Z" } });
  await post("Bread");
  const restored = await ada.call("POST", "/api/posts/restore");
  expect(restored.status).toBe(200);
  expect(await restored.json()).toEqual({ posts: 3, undo: null });
  const after: Post[] = await (await mia.call("GET", "/api/posts")).json();
  expect(after.map(({ content }) => content)).toEqual(["Bread", "Olives", "Cheese"]);
  expect(after.slice(1)).toEqual(before);
});

test("keeps each reset's posts, and undoes them in turn", async () => {
  await post("Cheese");
  await ada.call("DELETE", "/api/posts");
  await post("Olives");
  await ada.call("DELETE", "/api/posts");
  await ada.call("DELETE", "/api/posts"); // of an empty board, so there is nothing to restore
  await ada.call("POST", "/api/posts/restore");
  expect(await contents()).toEqual(["Olives"]);
  await ada.call("POST", "/api/posts/restore");
  expect(await contents()).toEqual(["Olives", "Cheese"]);
  expect((await ada.call("POST", "/api/posts/restore")).status).toBe(409);
});

test("restored posts belong to the meeting planned in the meantime", async () => {
  await post("Cheese");
  await ada.call("DELETE", "/api/posts");
  const newMeeting = { date: "2026-03-20", time: "19:00", location: "" };
  const { id } = await (await ada.call("POST", "/api/meetings", newMeeting)).json();
  await ada.call("POST", "/api/posts/restore");
  expect(await (await mia.call("GET", "/api/posts")).json()).toMatchObject([{ content: "Cheese", meetingId: id }]);
});

test("deletes the posts for good after 10 minutes", async () => {
  await post("Cheese");
  await ada.call("DELETE", "/api/posts");
  club.setTime("2026-03-10T12:10:01Z");
  expect(await board()).toEqual({ posts: 0, undo: null });
  const response = await ada.call("POST", "/api/posts/restore");
  expect(response.status).toBe(409);
  expect((await response.json()).message).toBe("Nothing to undo: a reset can be undone for 10 minutes.");
  sweepBoard(club.deps);
  expect(club.db.query("SELECT count(*) AS n FROM removed_posts").get()).toEqual({ n: 0 });
});

test("posts of a member deleted in the meantime don't come back", async () => {
  await post("Cheese");
  await ada.call("POST", "/api/posts", { content: "Olives" });
  await ada.call("DELETE", "/api/posts");
  await ada.call("DELETE", `/api/users/${mia.user.id}`);
  expect(await (await ada.call("POST", "/api/posts/restore")).json()).toEqual({ posts: 1, undo: null });
});

test("loses no post while 20 members post and one resets (P03)", async () => {
  const members = Array.from({ length: 20 }, (_, number) => club.member(`member-${number}`));
  const calls = members.flatMap((member, number) => [
    member.call("POST", "/api/posts", { content: `Dish ${number}` }),
    ...(number % 5 === 0 ? [ada.call("DELETE", "/api/posts")] : []),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 204)).toEqual([]);
  while ((await board()).undo) await ada.call("POST", "/api/posts/restore");
  expect((await contents()).toSorted()).toEqual(members.map((_, number) => `Dish ${number}`).toSorted());
});
