import { until } from "#tests/support/poll-until.ts";

/** Milliseconds without a request after which a page has asked for everything. */
const QUIET_MS = 400;
const POLICY = "content-security-policy";

type Watched = { url: string; asked: string[]; close: () => Promise<void> };

/** A server outside. Each request and each connection is in `asked`; it answers with nothing. */
export function watchOutside(): Watched & { host: string; connections: () => number } {
  const asked: string[] = [];
  let connections = 0;
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: () => void (connections += 1),
      data: (socket, bytes) => {
        asked.push(bytes.toString("latin1").split("\r\n", 1)[0] ?? "");
        socket.end("HTTP/1.1 204 No Content\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n");
      },
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return { url: `http://${host}`, host, asked, connections: () => connections, close: async () => server.stop(true) };
}

/**
 * Stands between browser and club, and keeps what is asked for. @param withPolicy false takes the chapters' policy away,
 * so that only the cleaner is left
 */
export function watchClub(club: { url: string }, { withPolicy }: { withPolicy: boolean }): Watched {
  return watch(async (request) => {
    const { pathname, search, host } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("host", host);
    const answer = await fetch(club.url + pathname + search, {
      method: request.method,
      headers,
      body: request.body,
      redirect: "manual",
      decompress: false,
    });
    const sent = new Headers(answer.headers);
    if (!withPolicy && pathname.includes("/text/")) sent.delete(POLICY);
    return new Response(answer.body, { status: answer.status, headers: sent });
  });
}

/** Serves the pages as they were written, without cleaner or policy. */
export function watchFiles(files: ReadonlyMap<string, { type: string; data: string }>): Watched {
  return watch(async (request) => {
    const file = files.get(new URL(request.url).pathname);
    if (!file) return new Response(null, { status: 404 });
    return new Response(file.data, { headers: { "content-type": file.type } });
  });
}

/** Waits until this was asked for, and nothing for a while after it. */
export async function untilQuiet({ asked }: Watched, last: string): Promise<void> {
  await until(() => asked.some((path) => path.includes(last)));
  for (let seen = -1; asked.length > seen; await Bun.sleep(QUIET_MS)) seen = asked.length;
}

function watch(answer: (request: Request) => Promise<Response>): Watched {
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(`${request.method} ${pathname}${search}`);
      return answer(request);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, asked, close: () => server.stop(true) };
}
