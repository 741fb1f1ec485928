import { runCommand } from "./cli/run.ts";

// all that any command makes is for the club's own account alone
process.umask(0o077);
// no top-level await: `bun build --bytecode` does not take it
void runCommand(Bun.argv.slice(2), {
  environment: Bun.env,
  print: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
}).then((code) => process.exit(code));
