import { $ } from "bun";

import manifest from "../package.json" with { type: "json" };

// `bun run packages`: lists known vulnerabilities, newer versions, and patches that may no longer be needed. Exits with 1
// only for a vulnerability, not without a network.
type Advisory = { title: string; severity: string; url: string; vulnerable_versions: string };

const advisories = await findAdvisories();
for (const [name, packageAdvisories] of Object.entries(advisories ?? {}))
  for (const { title, severity, url, vulnerable_versions: versions } of packageAdvisories)
    console.error(`${name} ${versions}: ${title} (${severity}) ${url}`);
console.log(
  advisories ? `${Object.keys(advisories).length} packages with known faults` : "Known faults can't be looked up now.",
);

const outdatedTable = await findNewerVersions();
if (outdatedTable === null) console.log("Newer versions can't be looked up now.");
else {
  console.log(outdatedTable);
  for (const [patchedPackage, file] of Object.entries(manifest.patchedDependencies)) {
    const isOld = outdatedTable.includes(` ${patchedPackage.replace(/@[^@]+$/, "")} `);
    console.log(`${file}: ${isOld ? "there is a newer version, which may not need it" : "of the newest version"}`);
  }
}
process.exit(Object.keys(advisories ?? {}).length > 0 ? 1 : 0);

async function findAdvisories(): Promise<Record<string, Advisory[]> | null> {
  const { stdout } = await $`${process.execPath} audit --json`.quiet().nothrow();
  try {
    return JSON.parse(stdout.toString());
  } catch {
    return null;
  }
}

async function findNewerVersions(): Promise<string | null> {
  const { exitCode, stdout } = await $`${process.execPath} outdated`.quiet().nothrow();
  return exitCode === 0 ? stdout.toString() : null;
}
