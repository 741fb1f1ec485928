import { rename } from "node:fs/promises";

import { describeApi } from "./api/document.ts";

const OUTPUT = "dist/api.json";

// `bun run api`: writes the API description, which a build may be reading.
const { document } = await describeApi();
const stagingFile = `${OUTPUT}-${process.pid}`;
await Bun.write(stagingFile, `${JSON.stringify(document, null, 2)}\n`);
await rename(stagingFile, OUTPUT);
console.log(`${OUTPUT}: ${Object.keys(document.paths).length} addresses`);
process.exit(0);
