import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { buildCommit } from "./commit.ts";

export type Target = Bun.Build.CompileTarget;

/** Imports of packages that the server never reaches (0.3 MiB). */
export const unreached: readonly string[] = [
  // formats that `books/inspect/audio.ts` rejects
  ...["Aiff", "Asf", "Dsdiff", "Dsf", "Flac", "Matroska", "Musepack", "Ogg", "Wave", "WavPack"].map(
    (format) => `*/${format}Parser.js`,
  ),
  // the mail client gets its keys from the settings
  ...["http", "ini", "process", "sso", "web-identity"].map((source) => `@aws-sdk/credential-provider-${source}`),
  "@smithy/credential-provider-imds",
  // optional for `debug`
  "supports-color",
];

/** Deeper bytecode adds megabytes and no speed. */
export const compileFlags: readonly string[] = [
  "--compile",
  "--asset=dist/web",
  "--asset=src/db/migrations",
  "--format=esm",
  "--bytecode",
  "--bytecode-depth=0",
  "--splitting",
  "--minify",
  // the AWS SDK's ES modules, which can be tree-shaken
  "--conditions=module",
  ...unreached.map((name) => `--external=${name}`),
  "--define=process.env.NODE_ENV='production'",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/** Compiles the server with `dist/web`. `Bun.build` ignores `bytecodeDepth` (Bun 1.4.5), so it runs the command. */
export async function buildExecutable(outfile: string, target?: Target): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  const flags = [...compileFlags, `--define=BUILD_COMMIT='${await buildCommit()}'`];
  if (target) flags.push(`--target=${target}`);
  const { exitCode, stdout, stderr } =
    await Bun.$`${process.execPath} build ${flags} --outfile=${outfile} src/server/main.ts`.quiet().nothrow();
  if (exitCode !== 0) throw new Error(`${outfile} could not be built.\n${stdout.toString()}${stderr.toString()}`);
}
