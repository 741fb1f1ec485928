import { findHook, runCommand } from "./cli/run.ts";
import { createStandardOutput } from "./cli/standard-output.ts";

// files are for the club's own account only
process.umask(0o077);
// else Elysia explains each refused call at length; it reads this when it loads, which is later
if (Bun.isStandaloneExecutable) Bun.env["NODE_ENV"] = "production";
const printError = (line: string) => void process.stderr.write(`${line}\n`);
const { print, exitCode } = createStandardOutput(printError);
// no top-level await: `bun build --bytecode` doesn't support it
void runCommand(findHook(process.argv0) ?? Bun.argv.slice(2), { environment: Bun.env, print, printError }).then(
  (code) => process.exit(exitCode(code)),
);
