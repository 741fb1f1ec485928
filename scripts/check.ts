import { finish } from "./run-tests.ts";
import { runStatic, runUnitTests } from "./test-steps.ts";

// `bun run check`: the quick checks while you work. No browser and no executable.
finish([...(await runStatic()), ...(await runUnitTests(["src/contract", "src/db", "src/server"], ["src/web"]))]);
