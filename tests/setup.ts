import { afterEach, expect } from "bun:test";

import { gc, plugin } from "bun";

import { takeUndescribed } from "./support/described.ts";

// Component tests get a DOM; everything else runs without one, like the server. A plugin, because the DOM must exist
// before a test file's first import, and imported hooks apply to one file only.
let cleanUp: (() => Promise<void>) | undefined;
plugin({
  name: "dom",
  setup(build) {
    build.onLoad({ filter: /\/src\/web\/.*\.test\.ts$|\.test\.tsx$/ }, async ({ path }) => {
      cleanUp ??= (await import("./support/dom.ts")).cleanUp;
      return { contents: await Bun.file(path).text(), loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
afterEach(() => cleanUp?.());
// every test that calls a route also checks the API's description
afterEach(async () => expect(await takeUndescribed()).toEqual([]));
// Elysia collects garbage whenever a club handles its first request, which took a sixth of the time
Object.assign(Bun, { gc: (force: boolean) => force && gc(true) });
