import { describe, expect, test } from "bun:test";

import { json, serveApi } from "#tests/support/web.tsx";

import { createQueryClient } from "./query-client.ts";

describe("the query client", () => {
  test("has the defaults of the spec", () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: Infinity,
      gcTime: 300_000,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      retry: false,
    });
    expect(mutations).toMatchObject({ retry: false });
  });

  test("reads the URL in the first element of the key", async () => {
    const { calls } = serveApi({ "GET /api/posts": [] });
    expect(await createQueryClient().fetchQuery({ queryKey: ["/api/posts"] })).toEqual([]);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/posts"]);
  });

  test("doesn't retry when the server fails", async () => {
    const { calls } = serveApi({ "GET /api/posts": () => json({ message: "Busy" }, 503) });
    await createQueryClient()
      .fetchQuery({ queryKey: ["/api/posts"] })
      .catch(() => undefined);
    expect(calls.length).toBe(1);
  });
});
