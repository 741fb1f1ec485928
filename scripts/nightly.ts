import { ensureStrace } from "./strace.ts";

// `bun run test:nightly`: the tests that take long, on the executable, one after the other because some of them measure.
// They take some thirteen minutes on two cores and print their figures.
const started = performance.now();
const reason = ensureStrace();
if (reason !== null) console.log(`Faults of the disk are left out: ${reason}`);
const child = Bun.spawn([process.execPath, "test", "tests/nightly", "--timeout", "900000"], {
  stdio: ["ignore", "inherit", "inherit"],
});
const exitCode = await child.exited;
console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
process.exit(exitCode);
