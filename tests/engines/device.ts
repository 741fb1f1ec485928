import { join } from "node:path";

import { isExpected } from "#tests/support/expected-console-errors.ts";
import { STATE_TIMEOUT_MS, until } from "#tests/support/poll-until.ts";

import { openChromium } from "./chromium-driver.ts";
import type { Driver, Engine, Key, Window } from "./driver.ts";
import { openFirefox } from "./firefox-driver.ts";
import type { ElementQuery, Name } from "./in-page.ts";
import { openWebKit } from "./webkit-driver.ts";

const drivers = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };
/** Not every engine logs style sheets and modules that fail to load. */
const FAILED_LINKS = `addEventListener("error", ({ target }) => {
  if (target instanceof HTMLLinkElement) console.error("A link failed: " + target.outerHTML);
}, true);`;

export type Device = Awaited<ReturnType<typeof openDevice>>;

/** A browser with its own profile, for journeys that run in all engines; `close` it. */
export async function openDevice(engine: Engine, club: { url: string }, window: Partial<Window> = {}) {
  const script = FAILED_LINKS + (window.script ?? "");
  const { width = 390 } = window;
  const driver = await drivers[engine]({ height: 844, hasTouch: width < 640, ...window, width, script });
  const evaluate = withInPage(driver);
  const runInPage = (functionName: string, query: ElementQuery, ...args: unknown[]) =>
    evaluate(`journey.${functionName}(${[query, ...args].map((one) => JSON.stringify(one)).join(", ")})`);
  const isShown = async (query: ElementQuery) => Number(await runInPage("shown", query).then(lengthOf)) > 0;
  const waitFor = async <T>(what: string, work: () => Promise<T>) =>
    until(work, Boolean, STATE_TIMEOUT_MS).catch(async (cause: unknown) => {
      await image(`failed-${what.replaceAll(/\W+/g, "-")}`);
      const text = await driver.run("return document.body.innerText");
      throw new Error(`${engine}: ${what} never came, at ${await path()}, which shows: ${text}`, { cause });
    });
  /** Saves the window in the folder `SCREENSHOTS`, if set. */
  const image = async (name: string): Promise<void> => {
    const folder = Bun.env["SCREENSHOTS"];
    if (folder) await driver.image(join(folder, `${name}-${engine}.png`));
  };
  const press = async (query: ElementQuery, what: string, share: number): Promise<void> => {
    const point = await waitFor(`the ${what}`, () => runInPage("aim", query, share));
    const { x, y } = point as { x: number; y: number };
    await driver.click(x, y);
  };
  const path = async () => String(await driver.run("return location.pathname + location.search"));

  const expectNoFaults = (expectedErrors = /^$/): void => {
    const errors = driver.faults().splice(0);
    const unexpected = errors.filter((error) => !isExpected(error) && !expectedErrors.test(error));
    if (unexpected.length > 0) throw new Error(`${engine} reported:\n${unexpected.join("\n")}`);
  };

  return {
    engine,
    driver,
    path,
    open: (path: string) => driver.goto(club.url + path),
    /** Clicks the element with this role and name. @param share where, 0 left to 1 right */
    press: (role: string, name: string | RegExp, share = 0.5) => press(toQuery(name, role), `${role} ${name}`, share),
    pressText: (name: string | RegExp) => press(toQuery(name), `text ${name}`, 0.5),
    fill: async (label: string | RegExp, text: string): Promise<void> => {
      const typedOrSet = await waitFor(`the field ${label}`, () =>
        runInPage("focus", { by: "label", name: toName(label) }, text),
      );
      if (typedOrSet === "typed") await driver.type(text);
    },
    /** Waits until a text, or an element with this role and name, is visible. */
    sees: (name: string | RegExp, role?: string) =>
      waitFor(`${role ?? "text"} ${name}`, () => isShown(toQuery(name, role))),
    misses: (name: string | RegExp, role?: string) =>
      waitFor(`the end of ${role ?? "text"} ${name}`, async () => !(await isShown(toQuery(name, role)))),
    /** Whether a click would reach it now. */
    canPress: async (role: string, name: string | RegExp) => Boolean(await runInPage("aim", toQuery(name, role), 0.5)),
    isShown: (name: string | RegExp, role?: string) => isShown(toQuery(name, role)),
    isAt: (expectedPath: string) => waitFor(`the page ${expectedPath}`, async () => (await path()) === expectedPath),
    key: (key: Key) => driver.key(key),
    /** Runs a function in the page. @returns its JSON */
    evaluate: <T>(work: (...args: never[]) => T | Promise<T>, ...args: unknown[]) =>
      driver.run(`return (${work.toString()})(...${JSON.stringify(args)})`) as Promise<T>,
    /** Calls the club as this page does. @returns the response's JSON */
    call: (path: string, method = "GET", body?: unknown): Promise<unknown> =>
      driver.run(
        `const answer = await fetch(${JSON.stringify(path)}, { method: "${method}", headers: { "content-type": "application/json" },
          ${body === undefined ? "" : `body: ${JSON.stringify(JSON.stringify(body))}`} });
        const text = await answer.text();
        return text === "" ? null : JSON.parse(text);`,
      ),
    image,
    /** @throws Error if, since the last call, a page logged an error or threw one that isn't `expectedErrors` */
    expectNoFaults,
    close: () => driver.close(),
  };
}

/** Opens a device for one walk, and closes it even if the walk fails. @throws Error also for what the page reported */
export async function onDevice(
  engine: Engine,
  club: { url: string },
  window: Partial<Window>,
  walk: (device: Device) => Promise<void>,
): Promise<void> {
  const device = await openDevice(engine, club, window);
  try {
    await walk(device);
    device.expectNoFaults();
  } finally {
    await device.close();
  }
}

const toName = (name: string | RegExp): Name =>
  typeof name === "string" ? name : { pattern: name.source, flags: name.flags };
const toQuery = (name: string | RegExp, role?: string): ElementQuery =>
  role ? { by: "role", role, name: toName(name) } : { by: "text", name: toName(name) };
const lengthOf = (elements: unknown) => (Array.isArray(elements) ? elements.length : 0);

/** @throws Error if the browser crashed; between two pages there is nothing to find */
function requireSession(error: unknown): null {
  if (/invalid session id|has been closed/.test(String(error))) throw error;
  return null;
}

/** Loads `in-page.ts` into each page that lacks it. @returns a function that evaluates an expression there */
function withInPage(driver: Driver) {
  let bundle: Promise<string> | undefined;
  return async (expression: string): Promise<unknown> => {
    const body = `if (!globalThis.journey) return "none"; const found = await ${expression}; return Array.isArray(found) ? found.map(() => 1) : found;`;
    const result = await driver.run(body).catch(requireSession);
    if (result !== "none") return result;
    bundle ??= bundleInPage();
    await driver.run(await bundle).catch(requireSession);
    return driver.run(body).catch(requireSession);
  };
}

async function bundleInPage(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "in-page.ts")],
    target: "browser",
    format: "iife",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [script] = outputs;
  if (!script) throw new Error("in-page.ts could not be bundled");
  return script.text();
}
