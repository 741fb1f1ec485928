import { describe, expect, test } from "bun:test";

import { QueryObserver } from "@tanstack/react-query";

import { readModules } from "#tests/support/modules.ts";
import { json, serveApi } from "#tests/support/web.tsx";

import { fetchQuery } from "./fetch-query.ts";
import { createQueryClient } from "./query-client.ts";

const POSTS = { queryKey: ["/api/posts"] };

describe("fetching a query", () => {
  test("outlives the component that asked first", async () => {
    const release = Promise.withResolvers<void>();
    serveApi({
      "GET /api/posts": async (_body: unknown, { signal }: RequestInit) => {
        await release.promise;
        signal?.throwIfAborted();
        return json(["new"]);
      },
    });
    for (const isCached of [false, true]) {
      const queries = createQueryClient();
      if (isCached) queries.setQueryData(POSTS.queryKey, ["old"], { updatedAt: 1 });
      const unmount = new QueryObserver(queries, { ...POSTS, staleTime: 0 }).subscribe(() => undefined);
      expect(queries.isFetching()).toBe(1);

      const posts = fetchQuery<unknown>(queries, { ...POSTS, staleTime: 0 });
      unmount();
      release.resolve();
      expect(await posts).toEqual(["new"]);
      expect(queries.getQueryCache().find(POSTS)?.getObserversCount()).toBe(0);
    }
  });

  test("happens nowhere else", async () => {
    const modules = await readModules(["src/web/**/*.{ts,tsx}"]);
    const callers = modules.filter(({ path, text }) => !path.includes(".test.") && /\.fetchQuery\(/.test(text));
    expect(callers.map(({ path }) => path)).toEqual(["src/web/api/fetch-query.ts"]);
  });
});
