import { readFileSync } from "node:fs";

import { ensureChromium } from "./chromium.ts";
import { installFromDebian, isRootOnDebian } from "./debian.ts";
import { finish, runTests } from "./run-tests.ts";
import { runInstalls, runOnExecutable } from "./test-steps.ts";

// `bun run test:nightly`: long, hostile and rare cases on the executable.
const MEASURED = "tests/nightly/measured";
if (isRootOnDebian()) await installFromDebian("caddy", "espeak-ng", "faketime", "nginx-light", "openssl", "systemd");
// `npm test` uses the headless shell
process.env["CHROMIUM"] = await ensureChromium();
process.env["TEST_AT_NIGHT"] = "1";
const markedFiles = [...new Bun.Glob("{src,tests}/**/*.test.{ts,tsx}").scanSync()].filter((file) =>
  /\/(?:at-night|test-failures)\.ts"/.test(readFileSync(file, "utf8")),
);
finish([
  ...(await runInstalls()),
  ...(await runOnExecutable(async () => [
    await runTests("Nightly", {
      in: ["tests/nightly", ...markedFiles],
      except: [`${MEASURED}/**`],
      parallel: 2,
    }),
    // one at a time: they measure
    await runTests("Measured", { in: [MEASURED], timeoutMs: 900_000 }),
  ])),
]);
