import { forwardRequest } from "#tests/support/forward-request.ts";

type Options = {
  /** The paths whose responses wait while the connection is blocked. */
  isDelayed: (path: string) => boolean;
  /** Changes a response of the server on this connection. */
  change?: (path: string, response: Response) => Response | Promise<Response>;
};

/** A proxy between browser and server that can delay responses, like a slow connection. At first it doesn't. */
export function delayedConnection(club: { url: string }, { isDelayed, change = (_, response) => response }: Options) {
  let blocked = Promise.withResolvers<void>();
  blocked.resolve();
  const posts: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === "POST") posts.push(pathname);
      if (isDelayed(pathname)) await blocked.promise;
      const response = await forwardRequest(request, club);
      const headersSent = new Headers(response.headers);
      // so that they can be delayed again
      if (pathname.startsWith("/assets/") && isDelayed(pathname)) headersSent.set("cache-control", "no-store");
      return change(pathname, new Response(response.body, { status: response.status, headers: headersSent }));
    },
  });
  return {
    url: `http://localhost:${server.port}`,
    posts,
    hold: () => void (blocked = Promise.withResolvers()),
    release: () => blocked.resolve(),
    stop: () => server.stop(true),
  };
}

export function delayScripts(club: { url: string }) {
  const line = delayedConnection(club, { isDelayed: (path) => path.startsWith("/assets/") && path.endsWith(".js") });
  line.hold();
  return line;
}
