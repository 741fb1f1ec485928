import { runCommand } from "./cli/run.ts";

// files are for the club's own account only
process.umask(0o077);
// no top-level await: `bun build --bytecode` doesn't support it
void runCommand(Bun.argv.slice(2), {
  environment: Bun.env,
  print: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
}).then((code) => process.exit(code));
