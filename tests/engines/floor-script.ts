import { api, browsersWithout, type Feature, javascript } from "../../scripts/browser-support/support.ts";

/**
 * Where a feature is defined, such as `Promise.withResolvers`: on the constructor if `isStatic`, otherwise perhaps on
 * its prototype.
 */
type ApiMember = { path: string[]; name: string; isStatic: boolean };

/** A script that removes everything that the oldest supported browsers lack, before the page loads (BEYOND 9). */
export function floorScript(): string {
  const places = [...membersIn(api), ...membersIn(javascript.builtins)];
  return `for (const { path, name, isStatic } of ${JSON.stringify(places)}) {
    const owner = path.reduce((from, part) => from?.[part], globalThis);
    for (const from of isStatic ? [owner] : [owner, owner?.prototype]) if (from && Object.hasOwn(from, name)) delete from[name];
  }`;
}

function membersIn(features: Feature): ApiMember[] {
  return Object.entries(features).flatMap(([owner, feature]) => {
    if (owner === "__compat" || !feature) return [];
    if (browsersWithout(feature).length > 0) return { path: [], name: owner, isStatic: true };
    return [
      ...membersOf([owner], feature),
      ...(owner === "Window" ? membersOf([], feature) : []),
      ...(owner === "Intl" || owner === "WebAssembly"
        ? Object.entries(feature).flatMap(([name, child]) => (child ? membersOf([owner, name], child) : []))
        : []),
    ];
  });
}

const membersOf = (path: string[], feature: Feature): ApiMember[] =>
  Object.entries(feature)
    .filter(([, member]) => browsersWithout(member).length > 0)
    .map(([name]) => ({ path, name: name.replace(/_(?:static|event)$/, ""), isStatic: name.endsWith("_static") }));
