import { existsSync } from "node:fs";

import type { BunPlugin } from "bun";

/** Bun's name for whatever HTML and CSS refer to by an address; its types leave it out. */
export const byAddress = "internal";

/**
 * Leaves addresses such as `/images/favicon.svg` in HTML and CSS as they are: the server has them under that name.
 * bunfig.toml names this file for the development server, which is why it is a default export.
 */
const servedAddresses: BunPlugin = {
  name: "served-addresses",
  setup(build) {
    build.onResolve({ filter: /^\// }, ({ path, kind }) => {
      if ((kind as string) !== byAddress || existsSync(path)) return undefined;
      // The HTML loader hands the address over joined to the project's root.
      const root = `${process.cwd()}/`;
      return { path: path.startsWith(root) ? `/${path.slice(root.length)}` : path, external: true };
    });
  },
};

export default servedAddresses;
