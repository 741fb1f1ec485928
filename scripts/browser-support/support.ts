import data from "@mdn/browser-compat-data" with { type: "json" };

/** The oldest supported versions (BEYOND 9), which Tailwind 4 needs. */
export const MIN_BROWSER_VERSIONS = {
  safari: 16.4,
  safari_ios: 16.4,
  firefox: 128,
  firefox_android: 128,
  chrome: 111,
  chrome_android: 111,
} as const;

type Statement = {
  version_added: string | boolean | null;
  version_removed?: string | boolean;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
};
export type Feature = { [name: string]: Feature | undefined };

// according to the package's types, no name is missing
const root: unknown = data;
export const { api, css, javascript } = root as { api: Feature; css: Feature; javascript: { builtins: Feature } };

/** Supported browsers that lack a feature, such as "safari_ios 17.4"; empty without data. */
export function browsersWithout(feature: Feature | undefined): string[] {
  const compat: unknown = feature?.["__compat"];
  if (!compat) return [];
  const { support } = compat as { support: Record<string, Statement | Statement[] | undefined> };
  return Object.entries(MIN_BROWSER_VERSIONS).flatMap(([browser, floor]) => {
    const statements = [support[browser] ?? []].flat();
    if (statements.length === 0 || statements.some((one) => isThere(one, floor))) return [];
    return `${browser} ${statements[0]?.version_added || "never"}`;
  });
}

function isThere(statement: Statement, floor: number): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName } = statement;
  if (flags || prefix || otherName || typeof added !== "string") return false;
  return versionOf(added) <= floor && (typeof removed !== "string" || floor < versionOf(removed));
}

const versionOf = (text: string) => Number.parseFloat(text.replace("≤", ""));
