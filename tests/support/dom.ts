import { GlobalRegistrator } from "@happy-dom/global-registrator";

import { takeUnexpected, watchErrors } from "./logged-errors.ts";
import { markupFaults } from "./markup-faults.ts";
import { dropTimers, watchTimers } from "./page-timers.ts";
import { rememberStyles } from "./plain-styles.ts";
import { PATIENCE } from "./poll-until.ts";

const early = Object.keys(require.cache).find((path) => path.includes("/node_modules/react-dom/"));
if (early)
  throw new Error(`${early} was loaded by another test file before there was a DOM, which it would never find.`);

// happy-dom's fetch drops the Cookie header and its streams are slower, so Bun's are restored.
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
// each look that finds nothing yet would print the whole page
configure({ asyncUtilTimeout: PATIENCE, getElementError: (message) => new Error(message ?? "Nothing found") });

const ends = new Set<() => void>();

/** Runs `end` when the test is over. */
export function onTestEnd(end: () => void): void {
  ends.add(end);
}

/** Leaves nothing of a component test for the next. @throws Error for invalid markup, and for an unexpected logged error */
export async function cleanUp(): Promise<void> {
  const faults = markupFaults(document);
  cleanup();
  for (const end of ends) end();
  ends.clear();
  await dropTimers();
  globalThis.fetch = bunGlobals.fetch;
  localStorage.clear();
  const errors = takeUnexpected();
  if (faults.length > 0) throw new Error(`Invalid markup: ${faults.join("; ")}`);
  if (errors.length > 0) throw new Error(`The page logged, without expectErrors(): ${errors.join("; ")}`);
}
