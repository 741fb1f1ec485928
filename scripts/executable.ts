import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Names that `bun build --target` knows, for the machines that clubs run on. */
export type Target = Bun.Build.CompileTarget;

/**
 * How the executable is made, once `dist/web` is built; anyone can type it.
 * - Deeper bytecode adds megabytes and starts no sooner: what serves requests is compiled when it is first called.
 * - Split, so that what is loaded when it is first needed does not pull Node's modules in at the start: 4 MB less.
 * - It takes no `.env` and no `bunfig.toml` from the folder that it happens to be started in.
 */
export const compileFlags: readonly string[] = [
  "--compile",
  "--asset=dist/web",
  "--format=esm",
  "--bytecode",
  "--bytecode-depth=0",
  "--splitting",
  "--minify",
  "--define=process.env.NODE_ENV='production'",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/**
 * Makes one executable of the server, with the web app that stands in `dist/web` inside. The command line is used and
 * not `Bun.build`, which leaves out `bytecodeDepth` when it compiles (Bun 1.4.5).
 * - `outfile`: where it goes.
 * - `target`: this machine when left out. Bun fetches the runtime of another one from the npm registry.
 *
 * Throws with Bun's last lines when it fails.
 */
export async function buildExecutable(outfile: string, target?: Target): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  const { exitCode, stdout, stderr } = await Bun.$`${process.execPath} build ${compileFlags} ${
    target ? [`--target=${target}`] : []
  } --outfile=${outfile} src/server/main.ts`
    .quiet()
    .nothrow();
  if (exitCode !== 0) throw new Error(`${outfile} could not be built.\n${stdout.toString()}${stderr.toString()}`);
}
