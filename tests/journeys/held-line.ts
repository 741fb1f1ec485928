type Options = {
  /** The paths whose answers wait while the line is held. */
  isHeld: (path: string) => boolean;
  /** Answers of the club that differ on this line. */
  change?: (path: string, answer: Response) => Response | Promise<Response>;
};

/** What lies between a browser and the club and can hold answers back, as a slow line does. It begins open. */
export function heldLine(club: { url: string }, { isHeld, change = (_, answer) => answer }: Options) {
  let held = Promise.withResolvers<void>();
  held.resolve();
  const posts: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const { pathname, search, host } = new URL(request.url);
      if (request.method === "POST") posts.push(pathname);
      if (isHeld(pathname)) await held.promise;
      const headers = new Headers(request.headers);
      // the check of where a call comes from compares it
      headers.set("host", host);
      headers.set("accept-encoding", "identity");
      headers.delete("if-none-match");
      const answer = await fetch(club.url + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
      });
      const sent = new Headers(answer.headers);
      // so that they can be held again
      if (pathname.startsWith("/assets/") && isHeld(pathname)) sent.set("cache-control", "no-store");
      return change(pathname, new Response(answer.body, { status: answer.status, headers: sent }));
    },
  });
  return {
    url: `http://localhost:${server.port}`,
    /** The paths of the calls that changed something. */
    posts,
    hold: () => void (held = Promise.withResolvers()),
    release: () => held.resolve(),
    stop: () => server.stop(true),
  };
}

/** Holds the page's scripts from the start. */
export function holdScripts(club: { url: string }) {
  const line = heldLine(club, { isHeld: (path) => path.startsWith("/assets/") && path.endsWith(".js") });
  line.hold();
  return line;
}
