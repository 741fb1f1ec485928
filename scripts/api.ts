import { describeApi } from "./api/document.ts";

/** `bun run api`: writes docs/api.json, the API's description. */
const { document } = await describeApi();
await Bun.write("docs/api.json", `${JSON.stringify(document, null, 2)}\n`);
Bun.spawnSync([process.execPath, "fmt", "docs/api.json"]);
console.log(`docs/api.json: ${Object.keys(document.paths).length} addresses`);
process.exit(0);
