import { runCommand } from "#server/cli/run.ts";

// `serve` in a process where other code throws and rejects late.
void runCommand(["serve"], { environment: process.env, print: console.log, printError: console.error }).then((code) =>
  process.exit(code),
);
setTimeout(() => {
  throw new Error("thrown late");
}, 700);
setTimeout(() => void Promise.reject(new Error("rejected late")), 800);
setTimeout(() => void fetch("http://127.0.0.1:1/").then(() => console.log("never")), 900);
