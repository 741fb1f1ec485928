import { describe, expect, test } from "bun:test";

import { SIGNED_OUT } from "#contract/error-codes.ts";
import { json, ofServer, serveApi, setPageMeta } from "#tests/support/web.tsx";
import { clearTabStorage, setTabOwner } from "#web/state/tab-owner.ts";

import { ApiError, failureListeners, fieldErrors, isSignedOut, sendRequest, serverMessage } from "./client.ts";
import { isFromOtherServer } from "./failure-kind.ts";
import { sendMutation } from "./offline-mutations.ts";
import { sendAsMember } from "./request.ts";

const catchError = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

describe("the client", () => {
  test("sends cookies in cross-origin mode, and JSON as JSON", async () => {
    const { calls } = serveApi({ "POST /api/posts": { id: 1 } });
    await sendRequest("POST", "/api/posts", { content: "Figs" });
    const [call] = calls;
    expect(call?.init).toMatchObject({ mode: "cors", credentials: "include" });
    expect(call?.headers.get("Content-Type")).toBe("application/json");
    expect(call?.body).toEqual({ content: "Figs" });
  });

  test("leaves the content type of a multipart body to the browser", async () => {
    const { calls } = serveApi({ "POST /api/profile/photo": {} });
    await sendRequest("POST", "/api/profile/photo", new FormData());
    expect(calls[0]?.headers.has("Content-Type")).toBe(false);
  });

  test("names the public domain only on a page served from it", async () => {
    const { calls } = serveApi({ "GET /api/posts": [] });
    setPageMeta({ "public-domain": "elsewhere.example.org" });
    await sendRequest("GET", "/api/posts");
    setPageMeta({ "public-domain": location.host });
    await sendRequest("GET", "/api/posts");
    setPageMeta();
    expect(calls.map(({ headers }) => headers.get("X-Public-Domain"))).toEqual([null, location.host]);
  });

  test("names the author of a call, also of a queued one", async () => {
    const { calls } = serveApi({ "GET /api/posts": [], "POST /api/posts": {}, "DELETE /api/posts/1": {} });
    clearTabStorage();
    await sendRequest("POST", "/api/posts", {});
    setTabOwner(7);
    await Promise.all([
      sendRequest("GET", "/api/posts"),
      sendAsMember(3, () => sendRequest("POST", "/api/posts", {}, { keepalive: true })),
      sendRequest("DELETE", "/api/posts/1"),
    ]);
    clearTabStorage();
    expect(calls.map(({ headers }) => headers.get("X-Member"))).toEqual([null, null, "3", "7"]);
  });

  test("names the author and the age of a queued review", async () => {
    const { calls } = serveApi({ "GET /api/shelf/5": { mine: null }, "PUT /api/books/5/review": {} });
    setTabOwner(7);
    await sendAsMember(3, () => sendMutation({ kind: "review", review: { bookId: 5, stars: 4 } }), 60);
    clearTabStorage();
    expect(calls.map(({ headers }) => [headers.get("X-Member"), headers.get("X-Age")])).toEqual([
      [null, null],
      ["3", "60"],
    ]);
  });

  test("emits each failed call, with or without a response", async () => {
    const reportedErrors: unknown[] = [];
    const listener = (error: unknown) => void reportedErrors.push(error);
    failureListeners.add(listener);
    serveApi({
      "POST /api/posts": () => json({ message: "It's over." }, 409),
      "GET /api/posts": new Response("<title>Hotel"),
      "GET /api/club": {},
    });
    const errors = [
      await catchError(sendRequest("POST", "/api/posts", {})),
      await catchError(sendRequest("GET", "/api/posts")),
    ];
    await sendRequest("GET", "/api/club");
    failureListeners.delete(listener);
    expect(reportedErrors).toEqual(errors);
    expect(errors).toMatchObject([{ status: 409 }, { name: "TypeError" }]);
  });

  test("rejects another program's response to a queued change", async () => {
    const { fetch } = globalThis;
    const messageOf = async (response: Response) => {
      globalThis.fetch = Object.assign(async () => response, { preconnect: fetch.preconnect });
      return catchError(sendRequest("POST", "/api/posts", {}));
    };
    for (const response of [
      json({ status: "sign in" }),
      json([]),
      new Response(null, { status: 204 }),
      new Response(""),
    ])
      expect(await messageOf(response)).toBeInstanceOf(TypeError);
    for (const status of [400, 401, 403, 404, 409, 422, 429])
      expect([status, isFromOtherServer(await messageOf(json({ message: SIGNED_OUT }, status)))]).toEqual([
        status,
        true,
      ]);
    expect(isFromOtherServer(await messageOf(ofServer(json({ message: "It's over." }, 409))))).toBe(false);
    globalThis.fetch = fetch;
  });

  test("emits every change except uploads", async () => {
    const files = [...new Bun.Glob("src/web/**/*.{ts,tsx}").scanSync()].filter((path) => !path.includes(".test."));
    const sendingFiles: string[] = [];
    for (const path of files)
      if (/XMLHttpRequest\(|sendBeacon|tus\.Upload|fetch\([^;]*\bmethod\b/.test(await Bun.file(path).text()))
        sendingFiles.push(path);
    expect(sendingFiles.toSorted()).toEqual(["src/web/api/request.ts", "src/web/api/uploads.ts"]);
    const uploadsSource = await Bun.file("src/web/api/uploads.ts").text();
    expect(uploadsSource.match(/callHeaders\(/g)?.length).toBe(uploadsSource.match(/tus\.Upload/g)?.length);
  });

  test("returns undefined for an empty body", async () => {
    serveApi({ "DELETE /api/profile/sessions/2": new Response(null, { status: 204 }) });
    expect((await sendRequest("DELETE", "/api/profile/sessions/2")).body).toBeUndefined();
  });

  test("rejects a truncated body", async () => {
    for (const text of ["", '{"id":1,']) {
      const headers = { "content-type": "application/json" };
      serveApi({ "POST /api/posts": new Response(text, { headers }) });
      expect(await catchError(sendRequest("POST", "/api/posts", {}))).toBeInstanceOf(SyntaxError);
    }
  });

  test("throws '{status}: {body}', or the status text", async () => {
    serveApi({
      "GET /api/posts": () => json({ message: "Busy" }, 503),
      "GET /api/content": () => new Response("", { status: 500, statusText: "Internal Server Error" }),
    });
    const busyError = await catchError(sendRequest("GET", "/api/posts"));
    expect(busyError).toBeInstanceOf(ApiError);
    expect((busyError as ApiError).message).toBe('503: {"message":"Busy"}');
    expect(serverMessage(busyError)).toBe("Busy");
    expect(((await catchError(sendRequest("GET", "/api/content"))) as ApiError).message).toBe(
      "500: Internal Server Error",
    );
  });

  test("reads field errors, and no message from other bodies", () => {
    const errorBody = JSON.stringify({
      message: "Wrong",
      errors: [{ path: "/email", message: "Invalid email address" }],
    });
    expect(fieldErrors(new ApiError(422, errorBody, ""))).toEqual({ email: "Invalid email address" });
    const wholeBody = JSON.stringify({ message: "Empty", errors: [{ path: "", message: "Empty" }] });
    expect(fieldErrors(new ApiError(422, wholeBody, ""))).toEqual({});
    for (const body of ["<html>", "null", "3", "{}", ""])
      expect(serverMessage(new ApiError(500, body, ""))).toBeUndefined();
    expect(serverMessage(new TypeError("Failed to fetch"))).toBeUndefined();
    expect(isSignedOut(new ApiError(401, "", ""))).toBe(true);
    expect(isSignedOut(new ApiError(403, "", ""))).toBe(false);
  });

  test("cancels a call when its caller does, even before it begins", async () => {
    serveApi({
      "GET /api/posts": (_: unknown, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          if (signal?.aborted) reject(signal.reason);
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const aborter = new AbortController();
    const result = catchError(sendRequest("GET", "/api/posts", undefined, { signal: aborter.signal }));
    aborter.abort(new Error("gone"));
    expect(await result).toEqual(new Error("gone"));
    expect(await catchError(sendRequest("GET", "/api/posts", undefined, { signal: aborter.signal }))).toEqual(
      new Error("gone"),
    );
  });
});
