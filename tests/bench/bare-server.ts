import { Elysia } from "elysia";

// The minimum the club is compared with: bare Elysia, compiled with the same flags.
const book = { id: 1, title: "Book 0", author: "A. Author", synopsis: "A storm, a lamp, a letter. ".repeat(24) };

new Elysia()
  .get("/api/health", () => ({ status: "ok" }))
  .get("/api/books/current", () => book)
  .listen({ hostname: "127.0.0.1", port: Number(Bun.env["PORT"]) });
