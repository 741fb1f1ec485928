import { afterAll, expect, test } from "bun:test";

import type { SessionRow } from "#contract/profile.ts";
import { type Device, onDevice } from "#tests/engines/device.ts";
import { type Engine, ENGINES } from "#tests/engines/driver.ts";
import { signIn, signOut } from "#tests/engines/walk.ts";
import { apiClient } from "#tests/support/api-client.ts";
import { atNight } from "#tests/support/at-night.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { INVISIBLE_SHIFT } from "#tests/support/layout-shift.ts";
import { until } from "#tests/support/poll-until.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { findMissingEnginePart } from "../../scripts/engines.ts";
import { delayedConnection } from "./delayed-connection.ts";

const club = await startDemoClub();
afterAll(() => club.stop());

const BOARD = "Snacks & Drinks Board";
/**
 * Records each member whom a page has greeted since it was opened, and how far visible elements have shifted. Storage
 * can be slow.
 */
const WATCH_SCRIPT = `
  if (location.protocol === "http:" && sessionStorage.getItem("slow storage")) {
    const open = caches.open.bind(caches);
    caches.open = (name) => new Promise((done) => setTimeout(done, 2000)).then(() => open(name));
  }
  globalThis.greeted = [];
  globalThis.shift = 0;
  const look = () => {
    for (const name of ["Leopold", "Frances"])
      if (document.body?.textContent.includes("Welcome, " + name) && !greeted.includes(name)) greeted.push(name);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  if (PerformanceObserver.supportedEntryTypes.includes("layout-shift"))
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value;
    }).observe({ type: "layout-shift", buffered: true });`;
type PageRecord = { greeted: string[]; shift: number };

for (const engine of ENGINES) {
  const inEngine = engine === "chromium" ? test : findMissingEnginePart(engine) === null ? atNight : test.skip;

  inEngine(`in ${engine} Home opens from the device, and what is new follows without a jump`, () =>
    onLine(engine, async (device, line) => {
      await signIn(device, "leopold");
      await untilStored(device);
      const frances = await memberOf("frances");
      await frances.call("POST", "/api/posts", { content: `Figs, ${engine}` });
      await moveSavedPosition(`${engine}, ${"the back room, up the stairs, ".repeat(5)}`);
      // an empty place: an element under the pointer would stay in place
      await device.driver.click(1, 300);
      line.hold();
      await device.open("/");
      await device.sees(BOARD, "heading");
      await device.sees("Updating…");
      expect(await device.isShown(`Figs, ${engine}`)).toBe(false);
      // positions are fetched at each opening, and Home grows by their lines
      await until(() => device.evaluate(() => document.querySelector("[data-positions=known]") !== null));
      await device.sees(/questions for the evening/);
      const topBefore = await topOfAnswers(device);
      const layoutShift = await shiftOf(device);
      line.release();
      await device.sees(`Figs, ${engine}`);
      await device.sees(new RegExp(`${engine}, the back room`));
      await device.misses("Updating…");
      expect(Math.abs((await topOfAnswers(device)) - topBefore)).toBeLessThan(1);
      expect((await shiftOf(device)) - layoutShift).toBeLessThan(INVISIBLE_SHIFT);

      // a busy device reads its storage slowly
      await device.evaluate(() => sessionStorage.setItem("slow storage", "yes"));
      line.hold();
      await device.open("/");
      await device.sees(BOARD, "heading");
      line.release();
      await device.misses("Updating…");
      await device.evaluate(() => sessionStorage.clear());

      // the server is down
      await line.stop();
      await device.open("/");
      await device.sees(`Figs, ${engine}`);
      await device.sees(/^Can't reach the club\. Last updated/);
      expect(await shiftOf(device)).toBeLessThan(INVISIBLE_SHIFT);
      device.expectNoFaults(UNREACHABLE);
    }),
  );

  inEngine(`in ${engine} nobody sees another member's stored pages`, () =>
    onLine(engine, async (device) => {
      // after signing out
      await signIn(device, "leopold");
      await untilStored(device);
      await signOut(device);
      await device.open("/");
      await device.sees("Username");
      expect(await greetedOn(device)).toEqual([]);

      // after the session has ended
      await signIn(device, "frances");
      await untilStored(device);
      await endSessions("frances");
      await device.open("/");
      await device.sees("Your session has ended. Please sign in again.");
      await until(async () => !(await hasAnswers(device)));
      await device.open("/");
      await device.sees("Username");
      expect(await greetedOn(device)).toEqual([]);

      // while no service worker runs
      await signIn(device, "leopold");
      await untilStored(device);
      await device.evaluate(async () => void (await (await navigator.serviceWorker.ready).unregister()));
      await endSessions("leopold");
      await device.open("/");
      await device.sees("Your session has ended. Please sign in again.");
      await until(async () => !(await hasAnswers(device)));

      // a sign-in that the app doesn't notice
      await signIn(device, "frances");
      await untilStored(device);
      await device.call("/api/auth/login", "POST", { username: "leopold", password: DEMO_PASSWORD });
      await device.open("/");
      await device.sees("Welcome, Leopold Finch");
      expect(await greetedOn(device)).toEqual(["Leopold"]);
    }),
  );

  (inEngine === test ? atNight : inEngine)(
    `in ${engine} what version 1.0.0 stored, without what is new, is never shown`,
    () =>
      onLine(engine, async (device) => {
        await signIn(device, "leopold");
        await untilStored(device);
        await device.evaluate(storeOldResponses);
        await device.open("/");
        await device.sees(BOARD, "heading");
        device.expectNoFaults();
      }),
  );

  inEngine(`in ${engine} a new version is opened once all of it is there`, async () => {
    let isNext = false;
    const change = async (path: string, response: Response): Promise<Response> => {
      if (!isNext) return response;
      const { headers } = response;
      headers.delete("content-length");
      if (path === "/sw.js") return new Response(`${await response.text()}\n// next`, { headers });
      if (path === "/")
        return new Response((await response.text()).replaceAll(stylesheet, nextStylesheet), { headers });
      if (path === stylesheet) return new Response(null, { status: 404 });
      return path === nextStylesheet
        ? fetch(club.url + stylesheet, { headers: { "accept-encoding": "identity" } })
        : response;
    };
    const html = await (await fetch(club.url)).text();
    const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(html)?.[1] ?? "";
    const nextStylesheet = stylesheet.replace(".css", "-next.css");
    const sheetOf = (device: Device) =>
      device.evaluate(() => document.querySelector("link[rel=stylesheet]")?.getAttribute("href"));
    await onLine(
      engine,
      async (device) => {
        await signIn(device, "leopold");
        await untilStored(device);
        isNext = true;
        await device.open("/");
        await device.sees(BOARD, "heading");
        expect(await sheetOf(device)).toBe(stylesheet);
        await until(() => device.evaluate(async (file) => (await caches.match(file)) !== undefined, nextStylesheet));
        await until(() => device.evaluate(areStoredPagesOf, nextStylesheet));
        await device.open("/");
        await device.sees(BOARD, "heading");
        expect(await sheetOf(device)).toBe(nextStylesheet);

        // the browser has deleted a chunk
        await device.evaluate(async (file) => (await caches.open("shell")).delete(file), nextStylesheet);
        await device.open("/");
        await device.sees(BOARD, "heading");
      },
      change,
    );
  });
}

/** Runs in the page: whether the app's page and the member's, which is stored later, both name this file. */
async function areStoredPagesOf(file: string): Promise<boolean> {
  const openCaches = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const pages = await Promise.all(openCaches.map(async (cache) => (await cache.match("/"))?.text()));
  return pages.every((page) => page === undefined || page.includes(file));
}

/** Runs in the page: leaves only the member as in 1.0.0, and empties lists and objects of other responses. */
async function storeOldResponses(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("responses"));
  for (const name of names) {
    const [currentCache, oldCache] = [await caches.open(name), await caches.open("last-answers")];
    for (const { url } of await currentCache.keys()) {
      const answer = await currentCache.match(url);
      if (!answer) continue;
      const body = url.endsWith("/user") ? await answer.json() : {};
      await oldCache.put(url, Response.json(body, { headers: answer.headers }));
    }
    await caches.delete(name);
  }
}

type Line = ReturnType<typeof delayedConnection>;

/** A browser on a connection that can delay pages and calls, but not images, for which engines wait. */
async function onLine(
  engine: Engine,
  walk: (device: Device, line: Line) => Promise<void>,
  change?: (path: string, response: Response) => Promise<Response>,
): Promise<void> {
  const isDelayed = (path: string) => path === "/" || /^\/api\/(?!avatars|covers|.*progress|books\/\d)/.test(path);
  const line = delayedConnection(club, { isDelayed, ...(change && { change }) });
  try {
    await onDevice(engine, line, { script: WATCH_SCRIPT }, (device) => walk(device, line));
  } finally {
    line.release();
    await line.stop();
  }
}

/** The service worker starts three seconds after the first page, and stores what the next page needs. */
async function untilStored(device: Device): Promise<void> {
  await until(() =>
    device.evaluate(async () => {
      const storedUrls = ["/", "/api/auth/user", "/api/polls/current"].map((path) => caches.match(path));
      return navigator.serviceWorker.controller !== null && (await Promise.all(storedUrls)).every(Boolean);
    }),
  );
}

const memberOf = (username: string) =>
  apiClient(club.url).admitted("/api/auth/login", { username, password: DEMO_PASSWORD });

async function moveSavedPosition(location: string): Promise<void> {
  const margit = await memberOf("margit");
  const { id } = (await (await margit.call("GET", "/api/meetings/current")).json()) as { id: number };
  const { ok } = await margit.call("PATCH", `/api/meetings/${id}`, { location });
  expect(ok).toBe(true);
}

/** The distance from the top of the screen to the button that changes the date answers. */
async function topOfAnswers(device: Device): Promise<number> {
  const top = await device.evaluate(
    () =>
      [...document.querySelectorAll("main button")]
        .find(({ textContent }) => textContent === "Change")
        ?.getBoundingClientRect().top,
  );
  if (top === undefined) throw new Error("Home has no answer about dates");
  return top;
}

/** On all devices of the member. */
async function endSessions(username: string): Promise<void> {
  const member = await memberOf(username);
  const sessions = (await (await member.call("GET", "/api/profile/sessions")).json()) as SessionRow[];
  for (const { id, current } of sessions) if (!current) await member.call("DELETE", `/api/profile/sessions/${id}`);
}

const greetedOn = (device: Device) => device.evaluate(() => (globalThis as unknown as PageRecord).greeted);
const shiftOf = (device: Device) => device.evaluate(() => (globalThis as unknown as PageRecord).shift);
const hasAnswers = (device: Device) =>
  device.evaluate(async () => (await caches.keys()).some((name) => name.startsWith("responses")));
