import type { Page, Request } from "playwright-core";

/** A page's request; `bytes` of the response as sent, `body` of a script. */
export type Fetched = { path: string; type: string; bytes: number; encoding: string | undefined; body: string };

/** The requests with an empty cache until the network is idle. */
export async function firstVisit(visitor: Page, path: string): Promise<Fetched[]> {
  const finished: Request[] = [];
  visitor.on("requestfinished", (request) => finished.push(request));
  await visitor.goto(path, { waitUntil: "networkidle" });
  return Promise.all(
    finished.map(async (request) => {
      const [sizes, response] = [await request.sizes(), await request.response()];
      const isScript = request.resourceType() === "script";
      return {
        path: new URL(request.url()).pathname,
        type: request.resourceType(),
        bytes: sizes.responseBodySize + sizes.responseHeadersSize,
        encoding: await response?.headerValue("content-encoding").then((value) => value ?? undefined),
        body: isScript ? ((await response?.text()) ?? "") : "",
      };
    }),
  );
}

/** The bytes of all responses of a type, such as 'script'. */
export function bytesOf(fetched: readonly Fetched[], type: string): number {
  return fetched.filter((one) => one.type === type).reduce((sum, { bytes }) => sum + bytes, 0);
}
