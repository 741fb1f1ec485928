import { forwardRequest } from "./forward-request.ts";

/** Responses of a gate to unknown visitors. */
export const GATE_KINDS = [
  "redirect",
  "page",
  "refusal",
  "refusal in JSON",
  "ban in JSON",
  "JSON",
  "nothing",
  "511",
] as const;
type GateKind = (typeof GATE_KINDS)[number];

/**
 * A program between a browser and the club that requires its own sign-in, such as a login proxy or a captive portal. It
 * starts open; its page's link opens it again. `pageStatus` is that of a "page".
 */
export function startGate(club: { url: string }, kind: GateKind, pageStatus = 200) {
  let isOpen = true;
  let failure: number | null = null;
  /** Its own pages that it showed. */
  const pagesShown: string[] = [];
  const proxyPage = (status: number) =>
    new Response(
      `<title>Gate</title><div id="root"></div><a href="http://localhost:${server.port}/-/open">Let me in</a>`,
      {
        status,
        headers: { "content-type": "text/html" },
      },
    );
  const signInServer = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => proxyPage(200) });
  const respondSignIn = (request: Request): Response => {
    // engines differ in the mode of requests that a service worker passes on
    const isPage = request.headers.get("accept")?.includes("text/html") ?? false;
    if (isPage) pagesShown.push(new URL(request.url).pathname);
    if (kind === "redirect") return Response.redirect(`http://localhost:${signInServer.port}/`, 302);
    const headers = { "x-request-id": crypto.randomUUID() };
    if (kind === "refusal in JSON" && !isPage) return Response.json({ message: "Unauthorized" }, { status: 401 });
    if (kind === "ban in JSON" && !isPage) return Response.json({ message: "Forbidden" }, { status: 403, headers });
    if (kind === "JSON" && !isPage) return Response.json({ status: "signed out" }, { headers });
    if (kind === "nothing" && !isPage) return new Response(null, { status: 204 });
    return proxyPage(kind.startsWith("refusal") ? 401 : kind === "ban in JSON" || kind === "511" ? 511 : pageStatus);
  };
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/-/open") {
        isOpen = true;
        return Response.redirect(`http://localhost:${server.port}/`, 302);
      }
      if (failure !== null)
        return new Response("<title>Proxy", { status: failure, headers: { "content-type": "text/html" } });
      if (!isOpen) return respondSignIn(request);
      return forwardRequest(request, club);
    },
  });
  return {
    url: `http://localhost:${server.port}`,
    shown: pagesShown,
    close: () => void (isOpen = false),
    /** Responds to every request with this status, like a proxy while the server is down. */
    fail: (status: number) => void (failure = status),
    stop: async () => {
      await Promise.all([server.stop(true), signInServer.stop(true)]);
    },
  };
}
