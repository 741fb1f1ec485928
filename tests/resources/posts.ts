import { POST_LIMIT } from "#contract/posts.ts";
import { type Person } from "#tests/support/club.ts";
import { madeBy, type TestedResource } from "#tests/support/tested-resource.ts";

export const newPost = (person: Person): Promise<number> => madeBy(person, "/api/posts", { content: "Rioja" });

export const resource: TestedResource = {
  ids: {
    posts: (_world, person) => newPost(person),
  },
  before: {
    "POST /api/posts/restore": ({ admin }) => admin.call("DELETE", "/api/posts"),
  },
  bodies: {
    "PATCH /api/posts/:id": { content: "Two Riojas" },
    "POST /api/posts": { content: "Rioja" },
  },
  effects: {
    "PATCH /api/posts/:id": { bytes: 2100 },
    // pages show the newest 500
    "POST /api/posts": { rows: 6000, bytes: 1_100_000, limit: POST_LIMIT },
  },
  audit: {
    "DELETE /api/posts": ["board-reset"],
    "POST /api/posts/restore": ["board-restored"],
  },
  tables: {
    posts: { privacy: "What you post on the board", onDeletion: "deleted" },
    removed_posts: { privacy: "What you post on the board", onDeletion: "deleted" },
    board_resets: { privacy: "What you post on the board", onDeletion: "not-about-members" },
  },
};
