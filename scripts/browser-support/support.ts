import data from "@mdn/browser-compat-data" with { type: "json" };

/** The oldest supported versions (BEYOND 9), by MDN's names of browsers. Tailwind 4 needs them. */
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
/** A feature in MDN's data, by the names of the features below it. */
export type Feature = { [name: string]: Feature | undefined };

// the package's own types leave out that a name may be missing
const root: unknown = data;
export const { api, css, javascript } = root as { api: Feature; css: Feature; javascript: { builtins: Feature } };

/**
 * The oldest supported browsers that lack a feature, e.g. "safari_ios 17.4"; empty where all have it or there is no
 * data.
 */
export function lacking(feature: Feature | undefined): string[] {
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
