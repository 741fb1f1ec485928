import { existsSync } from "node:fs";

import manifest from "../package.json" with { type: "json" };

/** `name@version`, registry, dependencies, hash. */
type LockEntry = [string, string, { dependencies?: Record<string, string> }?, string?];

type Component = {
  type: "library" | "framework";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  licenses?: [{ license: { id: string } } | { expression: string }];
  hashes?: [{ alg: "SHA-512"; content: string }];
};

/** Build tools whose code is part of the product. */
const BUNDLED_TOOLS = ["tailwindcss"];

/** CycloneDX 1.6: Bun and all production dependencies, with version, hash and license. */
export async function billOfMaterials(): Promise<object> {
  const lock = Bun.JSONC.parse(await Bun.file("bun.lock").text()) as { packages: Record<string, LockEntry> };
  const components = new Map<string, Component>();
  for (const name of [...Object.keys(manifest.dependencies), ...BUNDLED_TOOLS])
    await add(name, "", lock.packages, components);
  const bunComponent = {
    type: "framework",
    "bom-ref": "bun",
    name: "bun",
    version: Bun.version,
    licenses: [{ license: { id: "MIT" } }],
  } as const;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: manifest.name, version: manifest.version } },
    components: [
      { ...bunComponent, purl: `pkg:npm/bun@${Bun.version}` },
      ...[...components.values()].toSorted((a, b) => a.purl.localeCompare(b.purl)),
    ],
  };
}

async function add(name: string, parent: string, packages: Record<string, LockEntry>, result: Map<string, Component>) {
  const key = lockKey(name, parent, packages);
  const lockEntry = key === undefined ? undefined : packages[key];
  if (key === undefined || lockEntry === undefined || result.has(key)) return;
  const versionSeparator = lockEntry[0].lastIndexOf("@");
  const [fullName, version] = [lockEntry[0].slice(0, versionSeparator), lockEntry[0].slice(versionSeparator + 1)];
  const purl = `pkg:npm/${fullName.replace("@", "%40")}@${version}`;
  result.set(key, {
    type: "library",
    "bom-ref": purl,
    name: fullName,
    version,
    purl,
    ...(await license(key)),
    ...hashes(lockEntry[3]),
  });
  for (const dependency of Object.keys(lockEntry[2]?.dependencies ?? {})) await add(dependency, key, packages, result);
}

/** Finds a nested version first, as `parent/name` in node_modules. */
function lockKey(name: string, parent: string, packages: Record<string, LockEntry>): string | undefined {
  const parentNames = packageNames(parent);
  for (; parentNames.length > 0; parentNames.pop()) {
    const key = [...parentNames, name].join("/");
    if (packages[key]) return key;
  }
  return packages[name] ? name : undefined;
}

function packageNames(key: string): string[] {
  return key.match(/(@[^/]+\/)?[^/]+/g) ?? [];
}

/** Licenses that only a readme states. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { "combine-errors": "MIT" };

async function license(key: string): Promise<Pick<Component, "licenses"> | undefined> {
  const path = `node_modules/${packageNames(key).join("/node_modules/")}/package.json`;
  if (!existsSync(path)) return undefined;
  const packageJson = (await Bun.file(path).json()) as { license?: string; licenses?: { type: string }[] };
  const license = packageJson.license ?? packageJson.licenses?.[0]?.type ?? STATED_ELSEWHERE[key];
  if (!license) return undefined;
  return { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] };
}

function hashes(integrity: string | undefined): Pick<Component, "hashes"> | undefined {
  if (!integrity?.startsWith("sha512-")) return undefined;
  const content = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
  return { hashes: [{ alg: "SHA-512", content }] };
}
