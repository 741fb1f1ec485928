import { expect, test } from "bun:test";

import type { Board, Post } from "#contract/posts.ts";
import { eachClub } from "#tests/support/each-club.ts";

import { deleteExpiredBoardResets } from "./posts.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const sendPost = (content: string) => mia.call("POST", "/api/posts", { content });
const listContents = async (): Promise<string[]> =>
  (await (await mia.call("GET", "/api/posts")).json()).map((row: Post) => row.content);
const getBoard = async (): Promise<Board> => (await ada.call("GET", "/api/posts/board")).json();

test("only an admin can reset the board", async () => {
  await sendPost("Cheese");
  expect((await club.visitor.call("DELETE", "/api/posts")).status).toBe(401);
  expect((await mia.call("DELETE", "/api/posts")).status).toBe(403);
  expect((await mia.call("POST", "/api/posts/restore")).status).toBe(403);
  expect((await mia.call("GET", "/api/posts/board")).status).toBe(403);
  expect(await listContents()).toEqual(["Cheese"]);
  expect((await ada.call("DELETE", "/api/posts")).status).toBe(204);
  expect(await listContents()).toEqual([]);
});

test("an undo restores the posts in order among newer ones", async () => {
  await sendPost("Cheese");
  await sendPost("Olives");
  const postsBefore: Post[] = await (await mia.call("GET", "/api/posts")).json();
  await ada.call("DELETE", "/api/posts");
  expect(await getBoard()).toEqual({ posts: 0, undo: { posts: 2, until: "2026-03-10T12:10:00.000Z" } });
  await sendPost("Bread");
  const restoreResponse = await ada.call("POST", "/api/posts/restore");
  expect(restoreResponse.status).toBe(200);
  expect(await restoreResponse.json()).toEqual({ posts: 3, undo: null });
  const postsAfter: Post[] = await (await mia.call("GET", "/api/posts")).json();
  expect(postsAfter.map(({ content }) => content)).toEqual(["Bread", "Olives", "Cheese"]);
  expect(postsAfter.slice(1)).toEqual(postsBefore);
});

test("keeps each reset's posts, and undoes them in turn", async () => {
  await sendPost("Cheese");
  await ada.call("DELETE", "/api/posts");
  await sendPost("Olives");
  await ada.call("DELETE", "/api/posts");
  await ada.call("DELETE", "/api/posts"); // of an empty board, so there is nothing to restore
  await ada.call("POST", "/api/posts/restore");
  expect(await listContents()).toEqual(["Olives"]);
  await ada.call("POST", "/api/posts/restore");
  expect(await listContents()).toEqual(["Olives", "Cheese"]);
  expect((await ada.call("POST", "/api/posts/restore")).status).toBe(409);
});

test("restored posts belong to the meeting planned in the meantime", async () => {
  await sendPost("Cheese");
  await ada.call("DELETE", "/api/posts");
  const newMeeting = { date: "2026-03-20", time: "19:00", location: "" };
  const { id } = await (await ada.call("POST", "/api/meetings", newMeeting)).json();
  await ada.call("POST", "/api/posts/restore");
  expect(await (await mia.call("GET", "/api/posts")).json()).toMatchObject([{ content: "Cheese", meetingId: id }]);
});

test("deletes the posts for good after 10 minutes", async () => {
  await sendPost("Cheese");
  await ada.call("DELETE", "/api/posts");
  club.setTime("2026-03-10T12:10:01Z");
  expect(await getBoard()).toEqual({ posts: 0, undo: null });
  const response = await ada.call("POST", "/api/posts/restore");
  expect(response.status).toBe(409);
  expect((await response.json()).message).toBe("Nothing to undo: a reset can be undone for 10 minutes.");
  deleteExpiredBoardResets(club.deps);
  expect(club.db.query("SELECT count(*) AS n FROM removed_posts").get()).toEqual({ n: 0 });
});

test("posts of a member deleted in the meantime don't come back", async () => {
  await sendPost("Cheese");
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
  while ((await getBoard()).undo) await ada.call("POST", "/api/posts/restore");
  expect((await listContents()).toSorted()).toEqual(members.map((_, number) => `Dish ${number}`).toSorted());
});
