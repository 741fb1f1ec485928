import { Elysia } from "elysia";

// What the club's start and memory are compared with: the least that Elysia can be, compiled with the same flags.
new Elysia()
  .get("/api/health", () => ({ status: "ok" }))
  .listen({ hostname: "127.0.0.1", port: Number(Bun.env["PORT"]) });
