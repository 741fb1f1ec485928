import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import manifest from "../package.json" with { type: "json" };
import { buildCommit, commitTime } from "./commit.ts";
import { buildExecutable, type Target } from "./executable.ts";
import { readCLibrary } from "./release/c-library.ts";
import { packImage, type Part } from "./release/image.ts";
import { releaseNotes } from "./release/notes.ts";
import { billOfMaterials } from "./sbom.ts";
import { buildWeb } from "./web/build.ts";

// `bun run release`: writes reproducible downloads to dist/release.
const OUT = "dist/release";
const TARGETS: readonly Target[] = [
  "bun-linux-x64",
  "bun-linux-arm64",
  "bun-darwin-x64",
  "bun-darwin-arm64",
  "bun-windows-x64",
];

const { version } = manifest;
const revision = await buildCommit();
if (revision === "dev") {
  console.error("A release is made from a commit, and some files here differ from it: see 'git status'.");
  process.exit(1);
}
const notes = releaseNotes(await Bun.file("CHANGELOG.md").text(), version);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
await buildWeb();
for (const target of TARGETS) await buildExecutable(executableFor(target), target);
await Bun.write(join(OUT, `bookclub-${version}.cdx.json`), `${JSON.stringify(await billOfMaterials(), null, 2)}\n`);
await Bun.write(join(OUT, `bookclub-${version}-notes.md`), notes);
const parts = [await readPart("amd64", "bun-linux-x64"), await readPart("arm64", "bun-linux-arm64")];
const image = await packImage(parts, { version, revision, seconds: await commitTime() });
await Bun.write(join(OUT, `bookclub-${version}-image.tar`), image);

const checksumLines: string[] = [];
for (const name of [...new Bun.Glob("*").scanSync(OUT)].toSorted()) {
  const bytes = await Bun.file(join(OUT, name)).bytes();
  checksumLines.push(`${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}  ${name}\n`);
  console.log(`${join(OUT, name)}  ${(bytes.length / 2 ** 20).toFixed(1)} MiB`);
}
await Bun.write(join(OUT, "SHA256SUMS"), checksumLines.join(""));
console.log(`Version ${version}, commit ${revision}.`);

function executableFor(target: Target): string {
  const name = join(OUT, `bookclub-${version}-${target.replace("bun-", "")}`);
  return target.includes("windows") ? `${name}.exe` : name;
}

async function readPart(architecture: Part["architecture"], target: Target): Promise<Part> {
  const program = await Bun.file(executableFor(target)).bytes();
  return { architecture, program, system: await readCLibrary(architecture) };
}
