// a bare Bun server of one folder: what the club's ranges and downloads are compared with
const folder = Bun.env["FOLDER"] ?? ".";
Bun.serve({
  port: Number(Bun.env["PORT"]),
  hostname: "127.0.0.1",
  fetch: ({ url }) => {
    const { pathname } = new URL(url);
    return pathname === "/api/health" ? new Response("ok") : new Response(Bun.file(folder + pathname));
  },
});
