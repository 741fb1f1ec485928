import { describe, expect, test } from "bun:test";

import { QueryObserver } from "@tanstack/react-query";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import { until } from "#tests/support/poll-until.ts";
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

  test("refetches stored responses after a fresh response", async () => {
    let isReachable = false;
    const respondStored = () => {
      const response = json(["stored"]);
      response.headers.set(LAST_SEEN_HEADER, "2026-11-01T12:00:00.000Z");
      return response;
    };
    const { calls } = serveApi({
      "GET /api/posts": () => (isReachable ? json(["fresh"]) : respondStored()),
      "GET /api/members": () => (isReachable ? json(["fresh"]) : respondStored()),
      "GET /api/club": {},
    });
    const queries = createQueryClient();
    const observer = new QueryObserver(queries, { queryKey: ["/api/posts"] });
    const unsubscribe = observer.subscribe(() => undefined);
    await until(() => observer.getCurrentResult().isSuccess);
    await queries.fetchQuery({ queryKey: ["/api/members"] });
    expect(calls.length).toBe(2);

    isReachable = true;
    await queries.fetchQuery({ queryKey: ["/api/club"] });
    await until(() => queries.getQueryData<string[]>(["/api/posts"])?.[0] === "fresh");
    expect(queries.getQueryState(["/api/members"])?.isInvalidated).toBe(true);
    await queries.fetchQuery({ queryKey: ["/api/club"] });
    expect(calls.filter(({ path }) => path === "/api/posts").length).toBe(2);
    unsubscribe();
  });
});
