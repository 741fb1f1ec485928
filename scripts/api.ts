import { answerKinds } from "./api/answer-kinds.ts";
import { describeApi } from "./api/document.ts";

const DESCRIPTION = "docs/api.json";
const KINDS = "src/web/api/answer-kinds.json";

/** `bun run api`: writes the API's description, and what the web needs of it. */
const { document } = await describeApi();
await write(DESCRIPTION, document);
await write(KINDS, answerKinds(document.paths));
Bun.spawnSync([process.execPath, "fmt", DESCRIPTION, KINDS]);
console.log(`${DESCRIPTION}: ${Object.keys(document.paths).length} addresses`);
process.exit(0);

async function write(path: string, content: object): Promise<void> {
  await Bun.write(path, `${JSON.stringify(content, null, 2)}\n`);
}
