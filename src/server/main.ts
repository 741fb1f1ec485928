import { findHook, runCommand } from "./cli/run.ts";

// files are for the club's own account only
process.umask(0o077);
// else Elysia explains each refused call at length; it reads this when it loads, which is later
if (Bun.isStandaloneExecutable) Bun.env["NODE_ENV"] = "production";
// no top-level await: `bun build --bytecode` doesn't support it
void runCommand(findHook(process.argv0) ?? Bun.argv.slice(2), {
  environment: Bun.env,
  // process.stdout takes 3 ms to load
  print: (line) => console.log(line),
  printError: (line) => process.stderr.write(`${line}\n`),
}).then((code) => process.exit(code));
