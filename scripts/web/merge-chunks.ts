import { resolve } from "node:path";

import type { BunPlugin } from "bun";

const WEB = resolve("src/web");

/** Each of `parts`, which are loaded later, imports all of `common`. */
const GROUPS = [
  {
    // constants of visitors' and members' pages
    parts: /src\/web\/app\/main\.tsx$/,
    common: ["../contract/limits.ts"],
  },
  {
    // after a member's first page
    parts:
      /src\/web\/(?:app\/pages\/(?!home|link-page|not-found)[a-z-]+|app\/member-routes|app\/shell\/account-menu-items|listening\/mini-player|reading\/paper\/page-form|ui\/layout\/confirm-dialog)\.tsx$/,
    common: [
      "app/main.tsx",
      "app/shell/shell.tsx",
      "app/shell/club-nav.tsx",
      "app/pages/home.tsx",
      "app/pages/not-found.tsx",
    ],
  },
  {
    // also for visitors
    parts: /src\/web\/(?:app\/link-routes|members\/auth\/(?:other-sign-in|register-form)|ui\/feedback\/toaster)\.tsx$/,
    common: [
      "app/main.tsx",
      "app/link-routes.tsx",
      "members/auth/other-sign-in.tsx",
      "members/auth/register-form.tsx",
      "ui/feedback/toaster.tsx",
    ],
  },
];

/**
 * The bundler creates a chunk for each set of parts that share modules: nine chunks for a member's first page, some of
 * 300 bytes. What all parts of a group import is one chunk.
 */
export const mergeChunks: BunPlugin = {
  name: "fewer-files",
  setup(build) {
    for (const { parts, common } of GROUPS) {
      const imports = common.map((path) => `import "${WEB}/${path}";`).join("\n");
      build.onLoad({ filter: parts }, async ({ path }) => ({
        contents: `${await Bun.file(path).text()}\n${imports}`,
        loader: "tsx",
      }));
    }
  },
};
