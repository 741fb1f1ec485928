import { Elysia } from "elysia";

// The server that the club is compared with, compiled with the same flags: bare Elysia, or with a FOLDER bare Bun that
// serves its files.
const { PORT, FOLDER } = Bun.env;
const address = { hostname: "127.0.0.1", port: Number(PORT) };
const book = { id: 1, title: "Book 0", author: "A. Author", synopsis: "A storm, a lamp, a letter. ".repeat(24) };

if (FOLDER === undefined)
  new Elysia()
    .get("/api/health", () => ({ status: "ok" }))
    .get("/api/books/current", () => book)
    .listen(address);
else
  Bun.serve({
    ...address,
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      return pathname === "/api/health" ? new Response("ok") : new Response(Bun.file(FOLDER + pathname));
    },
  });
