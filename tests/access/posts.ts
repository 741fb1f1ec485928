import { expect } from "bun:test";

import { json, madeBy, type Rows, type Told } from "#tests/support/access-row.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = { "What you post on the board": ["posts", "removed_posts", "board_resets"] };

export const rows: Rows = {
  "GET /api/posts": {
    id: "AZ05",
    checks: {
      "the listed fields alone": async ({ member }) => {
        const [post] = await jsonOf(member.call("GET", "/api/posts"));
        expect([Object.keys(post), Object.keys(post.user)]).toEqual([
          ["id", "content", "createdAt", "user", "mine", "editedAt", "meetingId", "needId"],
          ["id", "displayName", "photoURL"],
        ]);
      },
    },
  },
  "POST /api/posts": {
    id: "AZ06",
    ...json({ content: "Rioja" }),
    checks: {
      "the author comes from the session": async ({ member, other }) => {
        const asked = { content: "Cheese", userId: other.user.id, user: { displayName: "otto" }, author: "otto" };
        const post = await jsonOf(member.call("POST", `/api/posts?userId=${other.user.id}`, asked));
        expect(post.user.displayName).toBe("mia");
      },
    },
  },
  "DELETE /api/posts": {
    id: "AZ07",
    records: ["board-reset"],
    checks: {
      "the board stays after a rejected call": async ({ club, member }) => {
        const before = club.deps.stores.posts.count();
        expect((await member.call("DELETE", "/api/posts")).status).toBe(403);
        expect((await club.visitor.call("DELETE", "/api/posts")).status).toBe(401);
        expect(club.deps.stores.posts.count()).toBe(before);
      },
    },
  },
  "POST /api/posts/restore": {
    records: ["board-restored"],
    to: async ({ admin }) => {
      await admin.call("DELETE", "/api/posts");
      return "/api/posts/restore";
    },
  },
  "PATCH /api/posts/:id": {
    ...json({ content: "Two Riojas" }),
    to: async (world, who) => `/api/posts/${await newPost(who)}`,
  },
  "DELETE /api/posts/:id": {
    to: async (world, who) => `/api/posts/${await newPost(who)}`,
    checks: {
      "nobody else's post": async ({ member, other, admin }) => {
        const id = await newPost(other);
        expect((await member.call("PATCH", `/api/posts/${id}`, { content: "Mine" })).status).toBe(403);
        expect((await admin.call("PATCH", `/api/posts/${id}`, { content: "Mine" })).status).toBe(403);
        expect((await member.call("DELETE", `/api/posts/${id}`)).status).toBe(403);
        expect((await admin.call("DELETE", `/api/posts/${id}`)).status).toBe(204);
      },
    },
  },
};

/** The id of a new post of that person. */
function newPost(who: Person): Promise<number> {
  return madeBy(who, "/api/posts", { content: "Rioja" });
}
