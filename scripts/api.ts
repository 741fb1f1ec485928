import { rename } from "node:fs/promises";

import { describeApi } from "./api/document.ts";

const OUTPUT = "dist/api.json";

/** `bun run api`: writes the API's description. A build reads it, so an interrupted run must not write half of it. */
const { document } = await describeApi();
const staging = `${OUTPUT}-${process.pid}`;
await Bun.write(staging, `${JSON.stringify(document, null, 2)}\n`);
await rename(staging, OUTPUT);
console.log(`${OUTPUT}: ${Object.keys(document.paths).length} addresses`);
process.exit(0);
