/** What lies between a browser and the club and can hold the page's scripts back, as a slow line does. */
export function holdScripts(club: { url: string }) {
  let held = Promise.withResolvers<void>();
  const posts: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const { pathname, search, host } = new URL(request.url);
      if (request.method === "POST") posts.push(pathname);
      const isAsset = pathname.startsWith("/assets/");
      if (isAsset && pathname.endsWith(".js")) await held.promise;
      const headers = new Headers(request.headers);
      // the check of where a call comes from compares it
      headers.set("host", host);
      const answer = await fetch(club.url + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
        decompress: false,
      });
      const sent = new Headers(answer.headers);
      // so that they can be held again
      if (isAsset) sent.set("cache-control", "no-store");
      return new Response(answer.body, { status: answer.status, headers: sent });
    },
  });
  return {
    url: server.url.origin,
    /** The paths of the calls that changed something. */
    posts,
    hold: () => void (held = Promise.withResolvers()),
    release: () => held.resolve(),
    stop: () => server.stop(true),
  };
}
