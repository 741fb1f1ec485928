import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { buildCommit } from "./commit.ts";

export type Target = Bun.Build.CompileTarget;

/** Late imports of packages that the server never reaches and the executable omits: 0.3 MiB. */
export const unreached: readonly string[] = [
  // formats that `books/inspect/audio.ts` refuses before it asks for a parser
  ...["Aiff", "Asf", "Dsdiff", "Dsf", "Flac", "Matroska", "Musepack", "Ogg", "Wave", "WavPack"].map(
    (format) => `*/${format}Parser.js`,
  ),
  // ways to find keys of Amazon's: the mail client gets them from the settings
  ...["http", "ini", "process", "sso", "web-identity"].map((source) => `@aws-sdk/credential-provider-${source}`),
  "@smithy/credential-provider-imds",
  // colors of a terminal, which `debug` uses where some other package brings them
  "supports-color",
];

/** Deeper bytecode adds megabytes and no speed. Splitting loads late modules after the start; saves 4 MB. */
export const compileFlags: readonly string[] = [
  "--compile",
  "--asset=dist/web",
  "--asset=src/db/migrations",
  "--format=esm",
  "--bytecode",
  "--bytecode-depth=0",
  "--splitting",
  "--minify",
  // the AWS SDK's ES modules instead of CommonJS, which can't be shaken
  "--conditions=module",
  ...unreached.map((name) => `--external=${name}`),
  "--define=process.env.NODE_ENV='production'",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/**
 * Compiles the server with `dist/web` inside into `outfile`, for this machine or for `target`, whose runtime Bun
 * downloads. Uses the command line because `Bun.build` drops `bytecodeDepth` when it compiles (Bun 1.4.5).
 * @throws Error with Bun's output
 */
export async function buildExecutable(outfile: string, target?: Target): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  const flags = [...compileFlags, `--define=BUILD_COMMIT='${await buildCommit()}'`];
  if (target) flags.push(`--target=${target}`);
  const { exitCode, stdout, stderr } =
    await Bun.$`${process.execPath} build ${flags} --outfile=${outfile} src/server/main.ts`.quiet().nothrow();
  if (exitCode !== 0) throw new Error(`${outfile} could not be built.\n${stdout.toString()}${stderr.toString()}`);
}
