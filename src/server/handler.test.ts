import { describe, expect, spyOn, test } from "bun:test";

import { JSON_BODY_MAX_BYTES } from "#contract/limits.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { createClub } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

import type { Deps } from "./deps.ts";
import { createHandler } from "./handler.ts";
import { isCrossSite } from "./http/cross-site.ts";
import { createInvitation } from "./members/invitations.ts";

const { club, mia } = eachClub(["mia"], { environment: { PUBLIC_URL: "http://club.example.org" } });

test("serves calls at a short host name of a home network", async () => {
  for (const host of ["pi", "nas", "a.b", "club.example.org", "[::1]:3000"]) {
    const request = new Request(`http://${host}/api/auth/user`, { headers: { cookie: mia.cookie } });
    expect([host, (await club.handler.fetch(request)).status]).toEqual([host, 200]);
  }
});

test("creates one app for the first calls, so limits count once", async () => {
  const sendPost = async () => (await mia.call("POST", "/api/posts", { content: "Cheese" })).status;
  const firstStatuses = Array.from({ length: 60 }, sendPost);
  const otherResponses = Array.from({ length: 10 }, () =>
    ["/feeds/x/opds", "/calendar/x.ics"].map((path) => club.visitor.call("GET", path)),
  ).flat();
  await Promise.all([...firstStatuses, ...otherResponses]);
  const laterResponses = await Promise.all(Array.from({ length: 41 }, sendPost));
  expect([...(await Promise.all(firstStatuses)), ...laterResponses].filter((status) => status === 201)).toHaveLength(
    100,
  );
});

test("tries again to load an app that failed to load", async () => {
  let getDelivery = (): Deps["delivery"] => {
    throw new Error("no space left on device");
  };
  const deps: Deps = {
    ...club.deps,
    get delivery() {
      return getDelivery();
    },
  };
  const { fetch } = createHandler(deps, { fetch: () => new Response("page") });
  const status = async () => {
    const request = new Request("http://club.example.org/api/auth/user", { headers: { cookie: mia.cookie } });
    return (await fetch(request)).status;
  };
  expect(await status()).toBe(500);
  getDelivery = () => club.deps.delivery;
  expect(await status()).toBe(200);
});

test("names https before an invitation is used over http", async () => {
  const secureClub = await createClub({ environment: { PUBLIC_URL: "https://club.example.org" } });
  const { code } = createInvitation(secureClub.deps, OPERATOR, { uses: 1 });
  const registerFrom = (origin: string) => {
    const person = {
      username: "nora",
      displayName: "Nora",
      password: "a glass of sherry",
      email: "nora@example.org",
      invitationCode: code,
    };
    const init = {
      method: "POST",
      body: JSON.stringify(person),
      headers: { "content-type": "application/json", origin },
    };
    return secureClub.handler.fetch(new Request(`${origin}/api/auth/register`, init));
  };
  const refusedResponse = await registerFrom("http://club.example.org:3000");
  expect(refusedResponse.status).toBe(403);
  expect((await refusedResponse.json()).message).toBe("Sign-in needs https: open https://club.example.org instead.");
  expect((await registerFrom("http://192.168.1.5:3000")).status).toBe(403);
  // browsers keep Secure cookies on localhost, so this works before there is a proxy
  expect((await registerFrom("http://localhost:3000")).status).toBe(201);
  await secureClub.close();
});

describe("a call from another site (C02)", () => {
  const ownOrigin = "http://club.example.org";
  const originCases: [site: string | null, origin: string | null, passes: boolean][] = [
    ["same-origin", ownOrigin, true],
    ["same-origin", null, true],
    ["same-site", ownOrigin, false],
    ["cross-site", ownOrigin, false],
    ["cross-site", null, false],
    ["none", null, false],
    [null, ownOrigin, true],
    [null, "http://localhost", true],
    [null, null, true],
    [null, "https://evil.example", false],
    [null, "null", false],
    [null, "http://club.example.org.evil.example", false],
  ];
  for (const [site, origin, isAllowed] of originCases)
    test(`with Sec-Fetch-Site ${site}, Origin ${origin} ${isAllowed ? "passes" : "is refused"}`, async () => {
      const headers = { ...(site && { "sec-fetch-site": site }), ...(origin && { origin }) };
      const postResponse = await mia.call("POST", "/api/posts", { content: "Brie" }, headers);
      expect(postResponse.status).toBe(isAllowed ? 201 : 403);
      expect(club.deps.stores.posts.count()).toBe(isAllowed ? 1 : 0);
      expect((await mia.call("GET", "/api/posts", undefined, headers)).status).toBe(200);
    });

  test("checks Sec-Fetch-Site or else Origin for every method", () => {
    const origins = [ownOrigin, "https://evil.example", "null", null];
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "GET", "HEAD", "OPTIONS"])
      for (const site of ["same-origin", "same-site", "cross-site", "none", null])
        for (const origin of origins) {
          const headers = { ...(site && { "sec-fetch-site": site }), ...(origin && { origin }) };
          const isSafe = ["GET", "HEAD", "OPTIONS"].includes(method);
          const isOwn = site === null ? origin === ownOrigin || origin === null : site === "same-origin";
          const request = new Request("http://localhost/api/posts", { method, headers });
          expect([method, site, origin, isCrossSite(request, club.config)]).toEqual([
            method,
            site,
            origin,
            !isSafe && !isOwn,
          ]);
        }
  });

  test("cannot send a form where JSON is expected (C01)", async () => {
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]) {
      const response = await mia.call("POST", "/api/posts", "content=Brie", { "content-type": type });
      expect(response.status).toBe(415);
    }
    expect(club.deps.stores.posts.count()).toBe(0);
  });

  test("never gets a CORS header (C03)", async () => {
    for (const method of ["OPTIONS", "GET", "POST"])
      for (const origin of ["https://evil.example", "null"]) {
        const response = await mia.call(method, "/api/posts", undefined, {
          origin,
          "access-control-request-method": "POST",
        });
        const names = [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
        expect(names).toEqual([]);
      }
  });
});

const POLICY = [
  "default-src 'self'",
  // the only script in the page itself
  expect.stringMatching(/^script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='$/),
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
];

describe("every response", () => {
  test.each([
    ["http", null],
    ["https", "max-age=31536000"],
  ])("carries the security headers, on the API no-store too, at an address of %s (C05)", async (scheme, hsts) => {
    const web = {
      fetch: ({ url }: Request) => (url.endsWith("/broken") ? Promise.reject(new Error("x")) : new Response("page")),
    };
    const schemeClub = await createClub({ environment: { PUBLIC_URL: `${scheme}://club.example.org` }, web });
    const bea = schemeClub.member("bea");
    const cookie = scheme === "https" ? bea.cookie.replace("session", "__Host-session") : bea.cookie;
    const call = (method: string, path: string, body?: unknown, headers = {}) =>
      schemeClub.as(cookie).call(method, path, body, headers);
    const responses = [
      await call("GET", "/api/posts"),
      await call("POST", "/api/posts", { content: "Brie" }),
      await call("POST", "/api/posts", "{"),
      await schemeClub.visitor.call("GET", "/api/posts"),
      await call("DELETE", "/api/posts"),
      await call("POST", "/api/posts", { content: "Brie" }, { "sec-fetch-site": "cross-site" }),
      await call("GET", "/api/nothing"),
      await call("POST", "/api/posts", "x".repeat(JSON_BODY_MAX_BYTES + 1)),
      await call("POST", "/api/posts", "x=1", { "content-type": "text/plain" }),
      await call("POST", "/api/posts", { content: "" }),
      await schemeClub.visitor.call("GET", "/api/health"),
    ];
    for (const code of ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR"]) {
      schemeClub.deps.stores.content.findWelcome = () => {
        throw Object.assign(new Error(code), { code });
      };
      responses.push(await call("GET", "/api/content"));
    }
    const statuses = [200, 201, 400, 401, 403, 403, 404, 413, 415, 422, 200, 503, 507, 500];
    expect(responses.map(({ status }) => status)).toEqual(statuses);
    for (const { headers } of responses) expect(headers.get("cache-control")).toBe("no-store");
    for (const { headers } of [...responses, await call("GET", "/"), await call("GET", "/broken")]) {
      expect(headers.get("content-security-policy")?.split("; ")).toEqual(POLICY);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("strict-transport-security")).toBe(hsts);
    }
    schemeClub.close();
  });

  test("has a log line without names, codes or passwords", async () => {
    await club.visitor.call("POST", "/api/auth/login", { username: "mia", password: "hunter2-hunter2" });
    await club.visitor.call("GET", "/auth?invite=SECRET-CODE");
    const log = club.logged.join("\n");
    expect(log).toContain('"path":"/api/auth/login","status":401');
    for (const secret of ["mia", "hunter2", "SECRET"]) expect(log).not.toContain(secret);
  });
});

describe("bad input", () => {
  test("that isn't JSON is 400, and JSON that isn't an object 422", async () => {
    expect((await mia.call("POST", "/api/posts", "{")).status).toBe(400);
    expect((await mia.call("POST", "/api/posts", "[]")).status).toBe(422);
    expect((await mia.call("POST", "/api/posts", "null")).status).toBe(422);
    expect((await mia.call("POST", "/api/posts")).status).toBe(422);
  });

  test("more than a body may have is 413, declared or streamed", async () => {
    const text = JSON.stringify({ content: "x".repeat(JSON_BODY_MAX_BYTES) });
    expect((await mia.call("POST", "/api/posts", text)).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, 10_000))),
    });
    const request = new Request("http://localhost/api/posts", {
      method: "POST",
      body: stream,
      headers: { cookie: mia.cookie, "content-type": "application/json" },
    });
    expect((await club.handler.fetch(request)).status).toBe(413);
  });
});

describe("a server error", () => {
  test("is a JSON 500 without details, and is logged", async () => {
    const failingClub = await createClub({ web: { fetch: () => Promise.reject(new Error("at /secret/path")) } });
    const response = await failingClub.visitor.call("GET", "/");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: "Something went wrong on our side. Please try again." });
    expect(failingClub.logged.join()).toContain("/secret/path");
    failingClub.close();
  });

  test("is 507 for a full disk, 503 with Retry-After for a busy one", async () => {
    const createDatabaseError = (code: string) => Object.assign(new Error(code), { code });
    for (const [code, status] of [
      ["SQLITE_FULL", 507],
      ["ENOSPC", 507],
      ["SQLITE_BUSY", 503],
    ] as const) {
      const failingClub = await createClub({ web: { fetch: () => Promise.reject(createDatabaseError(code)) } });
      const response = await failingClub.visitor.call("GET", "/");
      expect(response.status).toBe(status);
      if (status === 503) expect(response.headers.get("retry-after")).toBe("5");
      failingClub.close();
    }
  });

  test("is the server's when the lookup of a session fails", async () => {
    const { sessions } = club.deps.stores;
    for (const [code, status] of [
      ["SQLITE_FULL", 507],
      ["SQLITE_BUSY", 503],
      ["SQLITE_IOERR", 500],
    ] as const) {
      using findSession = spyOn(sessions, "find").mockImplementation(() => {
        throw Object.assign(new Error(code), { code });
      });
      expect((await mia.call("GET", "/api/posts")).status).toBe(status);
      expect((await mia.call("POST", "/api/posts", { content: "Brie" })).status).toBe(status);
      expect(findSession).toHaveBeenCalledTimes(2);
    }
  });

  test("in the database makes /api/health return 503", async () => {
    club.db.run("PRAGMA query_only = ON");
    expect((await club.visitor.call("GET", "/api/health")).status).toBe(503);
    club.db.run("PRAGMA query_only = OFF");
    expect(await (await club.visitor.call("GET", "/api/health")).json()).toMatchObject({ status: "ok" });
  });
});
