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
for (const [name, value] of Object.entries(bunGlobals)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

// its hooks that unmount between tests register themselves when it is first imported, which no test may do
await import("@testing-library/react");
