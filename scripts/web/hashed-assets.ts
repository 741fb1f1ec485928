import { copyFileSync, mkdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

import type { BunPlugin } from "bun";

import { byAddress } from "./served-addresses.ts";

/**
 * Keeps what CSS names by `url(…)` as files of their own, copied to `folder` under a name that carries the hash of
 * their content, and served from `publicPath`. Bun's bundler would write them into the stylesheet as base64, where
 * fonts block the first paint, are not cached by themselves, and break the page's content security policy.
 */
export function hashedAssets(folder: string, publicPath: string): BunPlugin {
  return {
    name: "hashed-assets",
    setup(build) {
      // Only what can be such a file: for every path that a plugin looks at, Bun forgets that its package has no side
      // effects, and whole libraries stay in the bundle (15 KB more on the first visit, 30 KB in the shell).
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
