import { copyFileSync, mkdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

import type { BunPlugin } from "bun";

import { byAddress } from "./served-addresses.ts";

/** Copies files of CSS `url(…)` to hashed names, because the CSP forbids Bun's inlining. */
export function hashedAssets(folder: string, publicPath: string): BunPlugin {
  return {
    name: "hashed-assets",
    setup(build) {
      // a narrow filter, because Bun ignores `sideEffects` for matching paths (15 KB on the first visit)
      build.onResolve(
        { filter: /^[^/].*\.(?:woff2?|png|jpe?g|webp|avif|gif|svg)$/ },
        async ({ path, kind, importer }) => {
          if ((kind as string) !== byAddress || !importer.endsWith(".css") || path.startsWith("data:"))
            return undefined;
          const source = Bun.resolveSync(path, dirname(importer));
          const hash = new Bun.CryptoHasher("sha256")
            .update(await Bun.file(source).bytes())
            .digest("hex")
            .slice(0, 8);
          const name = `${basename(source, extname(source))}-${hash}${extname(source)}`;
          mkdirSync(folder, { recursive: true });
          copyFileSync(source, join(folder, name));
          return { path: publicPath + name, external: true };
        },
      );
    },
  };
}
