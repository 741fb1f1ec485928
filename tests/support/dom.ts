import { GlobalRegistrator } from "@happy-dom/global-registrator";

import { takeUnexpected, watchErrors } from "./logged-errors.ts";
import { STATE_TIMEOUT_MS } from "./poll-until.ts";

type Timer = ReturnType<typeof setTimeout>;

const runningTimers = new Set<Timer>();

/** Records pages' timers from here on, for `dropTimers`. Rejects very long delays, which browsers run at once. */
function watchTimers(): void {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const schedule = (run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]): Timer => {
    if (delayMs >= 2 ** 31) throw new Error("Further away than a timer can be. Use useTimeout.");
    const timer = setTimeout(() => {
      runningTimers.delete(timer);
      run(...args);
    }, delayMs);
    // others run before the end of the test is handled
    if (delayMs > 0) runningTimers.add(timer);
    return timer;
  };
  const repeat = (run: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]): Timer => {
    const timer = setInterval(run, delayMs, ...args);
    runningTimers.add(timer);
    return timer;
  };
  const end = (clear: (timer?: Timer) => void) => (timer?: Timer) => {
    if (timer !== undefined) runningTimers.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, {
    setTimeout: schedule,
    setInterval: repeat,
    clearTimeout: end(clearTimeout),
    clearInterval: end(clearInterval),
  });
}

/** A page that is gone does nothing more: runs timers that are due now, and cancels later ones. */
async function dropTimers(): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve));
  for (const timer of runningTimers) clearTimeout(timer);
}

/** Problems that an HTML checker would report on any screen of a component test: bare spaces, filters without input. */
function markupFaults(page: ParentNode): string[] {
  const problems: string[] = [];
  for (const element of page.querySelectorAll("[src], [href], [poster], [srcset]")) {
    for (const name of ["src", "href", "poster"]) {
      const address = element.getAttribute(name);
      if (address !== null && /\s/.test(address)) problems.push(`${name}="${address}" has a bare space`);
    }
    for (const candidate of element.getAttribute("srcset")?.split(/,\s+/) ?? [])
      if (candidate.split(/\s+/).length > 2) problems.push(`srcset has '${candidate}', with a bare space`);
  }
  for (const element of page.querySelectorAll("feBlend, feComposite, feDisplacementMap"))
    if (!element.hasAttribute("in2")) problems.push(`<${element.tagName}> has no in2`);
  return problems;
}

const values = new Map<string, string>();

/**
 * Makes `getComputedStyle` cache an element's values by its name and own style. No style sheet is loaded, and computing
 * them for each lookup of a role or a name took a fifth of the time of component tests.
 */
function rememberStyles(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element, pseudo) => {
    const styleKey = `${element.tagName} ${element.isConnected} ${element.getAttribute("style")} ${pseudo}`;
    const read = (property: string): string => {
      const key = `${styleKey} ${property}`;
      const value = values.get(key) ?? compute(element, pseudo).getPropertyValue(property);
      values.set(key, value);
      return value;
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) =>
        name === "getPropertyValue" ? read : read(String(name).replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)),
    });
  };
}

const reactDomPath = Object.keys(require.cache).find((path) => path.includes("/node_modules/react-dom/"));
if (reactDomPath)
  throw new Error(`${reactDomPath} was loaded by another test file before there was a DOM, which it would never find.`);

// happy-dom's fetch drops the Cookie header and its streams are slower, so Bun's are restored
const bunGlobals = {
  fetch,
  Request,
  Response,
  Headers,
  FormData,
  File,
  Blob,
  URL,
  URLSearchParams,
  AbortController,
  AbortSignal,
  ReadableStream,
  WritableStream,
  TransformStream,
  TextEncoder,
  TextDecoder,
  performance,
};

GlobalRegistrator.register({ url: "http://localhost/" });
for (const [name, value] of Object.entries(bunGlobals))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
watchTimers();
watchErrors();
// With it, React's development build clones every component's props for a profiler.
Reflect.deleteProperty(console, "timeStamp");
rememberStyles(window);

// Testing Library looks for the DOM on its first import; its own clean-up would apply to one file only.
process.env["RTL_SKIP_AUTO_CLEANUP"] = "true";
const { cleanup, configure } = await import("@testing-library/react");
// a query without a result would print the whole page
configure({ asyncUtilTimeout: STATE_TIMEOUT_MS, getElementError: (message) => new Error(message ?? "Nothing found") });

const cleanUps = new Set<() => void>();

/** Calls `end` when the test is over. */
export function onTestEnd(end: () => void): void {
  cleanUps.add(end);
}

/**
 * Removes everything of a component test before the next one. @throws Error for invalid markup, and for an unexpected
 * logged error
 */
export async function cleanUp(): Promise<void> {
  const problems = markupFaults(document);
  cleanup();
  for (const end of cleanUps) end();
  cleanUps.clear();
  await dropTimers();
  globalThis.fetch = bunGlobals.fetch;
  localStorage.clear();
  const errors = takeUnexpected();
  if (problems.length > 0) throw new Error(`Invalid markup: ${problems.join("; ")}`);
  if (errors.length > 0) throw new Error(`The page logged, without expectErrors(): ${errors.join("; ")}`);
}
