import type { BunPlugin } from "bun";

/** Where React Router makes components for links and forms of its framework, which none of our pages has. */
const MODULES = /react-router\/dist\/production\/lib\/.*\.js$/;

/** A component that is made in place, which the bundler keeps even if nothing uses it. */
const COMPONENTS = /(?<== )React\$\d+\.(?:forwardRef|createContext)\(/g;
const COMPONENT_NAMES = /^\w+\.displayName = .*;$/gm;

/** Each of our links could ask for the code of its page this way; none does. */
const PREFETCHED_LINKS = /^function PrefetchPageLinks\(.*\) \{$/m;

/**
 * Leaves out the half of React Router that we don't use: forms, their submission, and modules of routes, 15 KB before a
 * visitor's first page.
 * @throws Error when a new version of the library needs another look
 */
export const smallerRouter: BunPlugin = {
  name: "smaller-router",
  setup(build) {
    build.onLoad({ filter: MODULES }, async ({ path }) => {
      const whole = await Bun.file(path).text();
      const marked = whole.replaceAll(COMPONENTS, "/* @__PURE__ */ $&").replaceAll(COMPONENT_NAMES, "");
      if (!path.endsWith("/ssr/components.js")) return { contents: marked, loader: "js" };
      if (!PREFETCHED_LINKS.test(marked)) throw new Error(`${path} has no PrefetchPageLinks any more.`);
      const contents = marked.replace(
        PREFETCHED_LINKS,
        (start) => `function PrefetchPageLinks() { return null; }\n${start.replace("PrefetchPageLinks", "unused")}`,
      );
      return { contents, loader: "js" };
    });
  },
};
