import { GlobalRegistrator } from "@happy-dom/global-registrator";

// happy-dom's own fetch family drops the Cookie header and its streams are slower: Bun's are put back.
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
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
// With it, React's development build clones the props of every component for a profiler that nobody looks at.
Reflect.deleteProperty(console, "timeStamp");

// Testing Library looks for the DOM when it is first imported; its own clean-up would reach only one file.
process.env["RTL_SKIP_AUTO_CLEANUP"] = "true";
const { cleanup, configure } = await import("@testing-library/react");
// Waiting ends with its condition; the limit only has to outlast a busy machine.
configure({ asyncUtilTimeout: 10_000 });

/** Leaves nothing of a component test to the next one. */
export function cleanUp(): void {
  cleanup();
  globalThis.fetch = bunGlobals.fetch;
  localStorage.clear();
}
