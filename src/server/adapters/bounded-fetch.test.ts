import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";

import { startIsbnServices } from "#tests/support/isbn-services.ts";

import { fetchBounded } from "./bounded-fetch.ts";

const BOOK = { title: "Emma" };
const respondGzipped = () => new Response(gzipSync(JSON.stringify(BOOK)), { headers: { "content-encoding": "gzip" } });
const redirectTo = (location: string) => () => new Response(null, { status: 302, headers: { location } });

let service: ReturnType<typeof startIsbnServices>;
let otherService: ReturnType<typeof startIsbnServices>;
beforeEach(() => {
  otherService = startIsbnServices({ "/book": BOOK });
  service = startIsbnServices({
    "/book": BOOK,
    "/packed": respondGzipped,
    "/moved": redirectTo("/book"),
    "/lured": redirectTo(`${otherService.url}/book`),
  });
});
afterEach(() => {
  service.stop();
  otherService.stop();
});

const fetchWithin = (address: string, maxBytes = 1000) =>
  fetchBounded(new URL(address), { maxBytes, timeoutMs: 5000, origins: new Set([service.url]) });

describe("a document of another service", () => {
  test("is fetched from an allowed service, up to the given size", async () => {
    expect(JSON.parse(Buffer.from(await fetchWithin(`${service.url}/book`)).toString())).toEqual(BOOK);
    await expect(fetchWithin(`${service.url}/book`, 10)).rejects.toMatchObject({ code: "unreachable" });
  });

  test("is only requested from allowed hosts (B05)", async () => {
    for (const address of [`${otherService.url}/book`, `${service.url}@localhost/book`, "file:///etc/hostname"])
      await expect(fetchWithin(address)).rejects.toMatchObject({ code: "unreachable" });
    await expect(fetchWithin(`${service.url.replace("127.0.0.1", "localhost")}/book`)).rejects.toThrow();
    expect([service.asked, otherService.asked]).toEqual([[], []]);
  });

  test("isn't fetched through a redirect, allowed host or not (B05)", async () => {
    for (const path of ["/moved", "/lured"])
      await expect(fetchWithin(service.url + path)).rejects.toMatchObject({ code: "unreachable" });
    expect([service.asked, otherService.asked]).toEqual([["/moved", "/lured"], []]);
  });

  test("is rejected when compressed, even if it would fit (B03)", async () => {
    await expect(fetchWithin(`${service.url}/packed`)).rejects.toMatchObject({ code: "unreachable" });
  });
});
