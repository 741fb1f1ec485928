import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { buildCommit } from "./commit.ts";

export type Target = Bun.Build.CompileTarget;

/** Imports of packages that the server never reaches (0.3 MiB). */
export const externalModules: readonly string[] = [
  // formats that `books/inspect/audio.ts` rejects
  ...["Aiff", "Asf", "Dsdiff", "Dsf", "Flac", "Matroska", "Musepack", "Ogg", "Wave", "WavPack"].map(
    (format) => `*/${format}Parser.js`,
  ),
  // the mail client gets its keys from the settings
  ...["http", "ini", "process", "sso", "web-identity"].map((source) => `@aws-sdk/credential-provider-${source}`),
  "@smithy/credential-provider-imds",
  // no call of the mail client streams
  "@smithy/core/event-streams",
  // optional for `debug`
  "supports-color",
];

/**
 * Modules that packages import early but the server never calls (0.3 MiB): every attachment has a type, and the mail
 * server's address and password are settings.
 */
export const deadFiles = /\/nodemailer\/dist\/esm\/(?:mime-funcs\/mime-types|well-known\/index|xoauth2\/index)\.js$/;

const emptyUncalled: Bun.BunPlugin = {
  name: "empty uncalled modules",
  setup: ({ onLoad }) => void onLoad({ filter: deadFiles }, () => ({ contents: "module.exports = {};", loader: "js" })),
};

/** Compiles a program. @throws AggregateError */
export async function compile(source: string, outfile: string, options: Bun.CompileBuildOptions = {}): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  await Bun.build({
    entrypoints: [source],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    bytecode: true,
    // deeper bytecode adds megabytes and no speed
    bytecodeDepth: 0,
    // the AWS SDK's ES modules, which can be tree-shaken
    conditions: ["module"],
    external: [...externalModules],
    plugins: [emptyUncalled],
    define: { "process.env.NODE_ENV": '"production"', BUILD_COMMIT: JSON.stringify(await buildCommit()) },
    compile: { ...options, outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
}

/** Compiles the server with `dist/web`. @throws AggregateError */
export function buildExecutable(outfile: string, target?: Target): Promise<void> {
  const assets = ["dist/web", "src/db/migrations"];
  return compile("src/server/main.ts", outfile, { assets, ...(target && { target }) });
}
