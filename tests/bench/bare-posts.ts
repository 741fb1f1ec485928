import { Database } from "bun:sqlite";

import { Elysia } from "elysia";

// The minimum posting is compared with: Elysia and SQLite, writing just as safely.
const db = new Database(Bun.env["DATABASE"] ?? "", { strict: true });
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
db.run(
  "CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL)",
);
const insert = db.query<{ id: number; content: string; createdAt: string }, { content: string; now: string }>(
  "INSERT INTO posts (user_id, content, created_at) VALUES (1, $content, $now) RETURNING id, content, created_at AS createdAt",
);

new Elysia()
  .get("/api/health", () => ({ status: "ok" }))
  .post("/api/posts", ({ body }) => insert.get({ content: contentOf(body), now: new Date().toISOString() }))
  .listen({ hostname: "127.0.0.1", port: Number(Bun.env["PORT"]) });

function contentOf(body: unknown): string {
  return typeof body === "object" && body !== null && "content" in body ? String(body.content) : "";
}
