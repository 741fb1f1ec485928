import { parseArgs } from "node:util";

import manifest from "../package.json" with { type: "json" };
import { billOfMaterials } from "./bill-of-materials.ts";
import { buildExecutable, type Target } from "./executable.ts";
import { buildWeb } from "./web/build.ts";

const releaseTargets: readonly Target[] = [
  "bun-linux-x64",
  "bun-linux-arm64",
  "bun-linux-x64-musl",
  "bun-darwin-arm64",
  "bun-windows-x64",
];

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });

await buildWeb();
await buildExecutable("dist/bookclub");
const made = [Bun.file("dist/bookclub")];
if (values.all) {
  for (const target of releaseTargets) made.push(await release(target));
  await writeCompanions(made.slice(1));
}
for (const file of made) console.log(`${file.name}  ${(file.size / 2 ** 20).toFixed(1)} MiB`);

async function release(target: Target): Promise<Bun.BunFile> {
  const name = target.replace("bun-", `dist/release/bookclub-${manifest.version}-`);
  const outfile = target.includes("windows") ? `${name}.exe` : name;
  try {
    await buildExecutable(outfile, target);
  } catch (cause) {
    throw new Error(`The executable for ${target} could not be made; its Bun runtime comes from the npm registry.`, {
      cause,
    });
  }
  return Bun.file(outfile);
}

/** Writes `SHA256SUMS` (for `sha256sum -c`) and the bill of materials beside the executables. */
async function writeCompanions(executables: readonly Bun.BunFile[]): Promise<void> {
  await Bun.write("dist/release/bookclub.cdx.json", `${JSON.stringify(await billOfMaterials(), null, 2)}\n`);
  const sums: string[] = [];
  for (const file of [...executables, Bun.file("dist/release/bookclub.cdx.json")]) {
    const hash = new Bun.CryptoHasher("sha256");
    for await (const chunk of file.stream()) hash.update(chunk);
    sums.push(`${hash.digest("hex")}  ${file.name?.split("/").at(-1)}\n`);
  }
  await Bun.write("dist/release/SHA256SUMS", sums.join(""));
}
