import { buildExecutable } from "./executable.ts";
import { buildWeb } from "./web/build.ts";

// `bun run build`: one executable for this machine.
const outfile = "dist/bookclub";

await buildWeb();
await buildExecutable(outfile);
console.log(`${outfile}  ${(Bun.file(outfile).size / 2 ** 20).toFixed(1)} MiB`);
