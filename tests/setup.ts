import { afterEach } from "bun:test";

import { plugin } from "bun";

// Component tests get a DOM; everything else runs without one, as the server does. A plugin, because the DOM has to be
// there before the first import of a test file runs, and because hooks of an imported module reach only one file.
let cleanUp: (() => void) | undefined;
plugin({
  name: "dom",
  setup(build) {
    build.onLoad({ filter: /\/src\/web\/.*\.test\.tsx?$/ }, async ({ path }) => {
      cleanUp ??= (await import("./support/dom.ts")).cleanUp;
      return { contents: await Bun.file(path).text(), loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
afterEach(() => cleanUp?.());
