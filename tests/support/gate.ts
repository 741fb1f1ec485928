/** How a gate answers whom it doesn't know. */
export type GateKind = "redirect" | "page" | "refusal" | "refusal in JSON";

/**
 * What lies between a browser and the club and wants a sign-in of its own, as a login proxy or a hotel's Wi-Fi does. It
 * begins open; its page's link opens it again.
 */
export function startGate(club: { url: string }, kind: GateKind) {
  let isOpen = true;
  /** Pages of its own that it showed. */
  const shown: string[] = [];
  const own = (status: number) =>
    new Response(
      `<title>Gate</title><div id="root"></div><a href="http://localhost:${server.port}/-/open">Let me in</a>`,
      {
        status,
        headers: { "content-type": "text/html" },
      },
    );
  const elsewhere = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => own(200) });
  const refuse = (request: Request): Response => {
    const isPage = request.headers.get("sec-fetch-mode") === "navigate";
    if (isPage) shown.push(new URL(request.url).pathname);
    if (kind === "redirect") return Response.redirect(`http://localhost:${elsewhere.port}/`, 302);
    if (kind === "refusal in JSON" && !isPage) return Response.json({ message: "Unauthorized" }, { status: 401 });
    return own(kind === "page" ? 200 : 401);
  };
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const { pathname, search, host } = new URL(request.url);
      if (pathname === "/-/open") {
        isOpen = true;
        return Response.redirect(`http://localhost:${server.port}/`, 302);
      }
      if (!isOpen) return refuse(request);
      const headers = new Headers(request.headers);
      // the check of where a call comes from compares it
      headers.set("host", host);
      headers.set("accept-encoding", "identity");
      headers.delete("if-none-match");
      const { method, body } = request;
      return fetch(club.url + pathname + search, { method, headers, body, redirect: "manual" });
    },
  });
  return {
    url: `http://localhost:${server.port}`,
    shown,
    close: () => void (isOpen = false),
    stop: async () => {
      await Promise.all([server.stop(true), elsewhere.stop(true)]);
    },
  };
}
