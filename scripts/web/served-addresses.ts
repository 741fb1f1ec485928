import { existsSync } from "node:fs";

import type { BunPlugin } from "bun";

/** Bun's kind for addresses in HTML and CSS; missing in its types. */
export const byAddress = "internal";

/** Passes addresses such as `/images/favicon.svg` to the server. A default export because bunfig.toml loads it. */
const servedAddresses: BunPlugin = {
  name: "served-addresses",
  setup(build) {
    build.onResolve({ filter: /^\// }, ({ path, kind }) => {
      if ((kind as string) !== byAddress || existsSync(path)) return undefined;
      // The HTML loader prefixes the project's root.
      const root = `${process.cwd()}/`;
      return { path: path.startsWith(root) ? `/${path.slice(root.length)}` : path, external: true };
    });
  },
};

export default servedAddresses;
