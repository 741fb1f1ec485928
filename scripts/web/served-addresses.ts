import { existsSync } from "node:fs";

import type { BunPlugin } from "bun";

/** Bun's kind of URLs in HTML and CSS, which its types lack. */
export const byAddress = "internal";

/** Leaves URLs such as `/images/favicon.svg` to the server. bunfig.toml loads the default export. */
const servedAddresses: BunPlugin = {
  name: "served-addresses",
  setup(build) {
    build.onResolve({ filter: /^\// }, ({ path, kind }) => {
      if ((kind as string) !== byAddress || existsSync(path)) return undefined;
      // the HTML loader prefixes the project's root
      const root = `${process.cwd()}/`;
      return { path: path.startsWith(root) ? `/${path.slice(root.length)}` : path, external: true };
    });
  },
};

export default servedAddresses;
