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

// A journey drives a real browser: it neither needs nor bears a second set of browser globals.
if (!Bun.main.includes("/tests/journeys/")) {
  GlobalRegistrator.register({ url: "http://localhost/" });
  for (const [name, value] of Object.entries(bunGlobals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

  // Here and not beside the stand-in of a test: a hook of a shared module reaches only the first file that loads it.
  const { afterEach } = await import("bun:test");
  afterEach(() => {
    globalThis.fetch = bunGlobals.fetch;
    // a sign-out that the server has still to hear of would end the next test's session
    localStorage.clear();
  });

  // Loaded after the registration, which it looks at, and before any test: it hooks its cleaning up into the runner.
  const { configure } = await import("@testing-library/react");
  // Waiting ends as soon as what is waited for is there; the limit only has to outlast a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
}
