import { finish, runStatic, runTests } from "./test-steps.ts";

// `bun run check`: the quick checks while you work. No browser and no executable.
finish([...(await runStatic()), await runTests("Tests", ["src", "--parallel", "--no-isolate", "--timeout", "20000"])]);
