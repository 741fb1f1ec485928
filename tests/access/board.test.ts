import { expect, test } from "bun:test";

import { newNote } from "#tests/resources/notes.ts";
import { newPost } from "#tests/resources/posts.ts";
import { newNomination } from "#tests/resources/votes.ts";
import { newWine } from "#tests/resources/wines.ts";
import { inWorld } from "#tests/support/access-world.ts";
import { jsonOf } from "#tests/support/json.ts";

test(
  "AZ09 PATCH /api/content: the known fields alone",
  inWorld(async ({ admin }) => {
    const fieldNames = Object.keys(await jsonOf(admin.call("GET", "/api/content")));
    const body = { id: 7, isAdmin: true, updatedAt: "1970", clubName: "x" };
    expect((await admin.call("PATCH", "/api/content", body)).status).toBe(422);
    expect(Object.keys(await jsonOf(admin.call("PATCH", "/api/content", { ...body, welcomeMessage: "x" })))).toEqual(
      fieldNames,
    );
  }),
);

test(
  "AZ05 GET /api/posts: the listed fields alone",
  inWorld(async ({ member }) => {
    const [post] = await jsonOf(member.call("GET", "/api/posts"));
    expect([Object.keys(post), Object.keys(post.user)]).toEqual([
      ["id", "content", "createdAt", "user", "mine", "editedAt", "meetingId", "needId"],
      ["id", "displayName", "photoURL"],
    ]);
  }),
);

test(
  "AZ06 POST /api/posts: the author comes from the session",
  inWorld(async ({ member, other }) => {
    const body = { content: "Cheese", userId: other.user.id, user: { displayName: "otto" }, author: "otto" };
    const post = await jsonOf(member.call("POST", `/api/posts?userId=${other.user.id}`, body));
    expect(post.user.displayName).toBe("mia");
  }),
);

test(
  "AZ07 DELETE /api/posts: changes nothing when rejected",
  inWorld(async ({ club, member }) => {
    const before = club.deps.stores.posts.count();
    expect((await member.call("DELETE", "/api/posts")).status).toBe(403);
    expect((await club.visitor.call("DELETE", "/api/posts")).status).toBe(401);
    expect(club.deps.stores.posts.count()).toBe(before);
  }),
);

test(
  "DELETE /api/posts/:id: nobody else's post",
  inWorld(async ({ member, other, admin }) => {
    const id = await newPost(other);
    expect((await member.call("PATCH", `/api/posts/${id}`, { content: "Mine" })).status).toBe(403);
    expect((await admin.call("PATCH", `/api/posts/${id}`, { content: "Mine" })).status).toBe(403);
    expect((await member.call("DELETE", `/api/posts/${id}`)).status).toBe(403);
    expect((await admin.call("DELETE", `/api/posts/${id}`)).status).toBe(204);
  }),
);

test(
  "DELETE /api/notes/:id: nobody else's note",
  inWorld(async ({ member, other, admin, bookId }) => {
    const id = await newNote({ bookId }, other);
    expect((await member.call("PATCH", `/api/notes/${id}`, { text: "Mine" })).status).toBe(403);
    expect((await admin.call("PATCH", `/api/notes/${id}`, { text: "Mine" })).status).toBe(403);
    expect((await member.call("DELETE", `/api/notes/${id}`)).status).toBe(403);
    expect((await admin.call("DELETE", `/api/notes/${id}`)).status).toBe(204);
  }),
);

test(
  "DELETE /api/nominations/:id: nobody else's, but admins any",
  inWorld(async (world) => {
    const { member, other, admin } = world;
    const id = await newNomination(world, other);
    expect((await member.call("PATCH", `/api/nominations/${id}`, { reason: "x" })).status).toBe(403);
    expect((await member.call("DELETE", `/api/nominations/${id}`)).status).toBe(403);
    expect((await admin.call("PATCH", `/api/nominations/${id}`, { reason: "x" })).status).toBe(200);
    expect((await admin.call("DELETE", `/api/nominations/${id}`)).status).toBe(204);
  }),
);

test(
  "DELETE /api/wines/:id: nobody else's, but admins any",
  inWorld(async ({ member, other, admin }) => {
    const id = await newWine(other);
    expect((await member.call("PATCH", `/api/wines/${id}`, { note: "x" })).status).toBe(403);
    expect((await member.call("DELETE", `/api/wines/${id}`)).status).toBe(403);
    expect((await admin.call("PATCH", `/api/wines/${id}`, { note: "x" })).status).toBe(200);
    expect((await admin.call("DELETE", `/api/wines/${id}`)).status).toBe(204);
  }),
);
