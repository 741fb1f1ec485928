import { findTooNew } from "./browser-support/check.ts";
import { findTooNewStyles } from "./browser-support/styles.ts";

const tooNewFeatures = [...(await findTooNew()), ...(await findTooNewStyles())];
if (tooNewFeatures.length > 0)
  console.error(`Not in every supported browser (add a fallback and list it):\n${tooNewFeatures.join("\n")}`);
process.exit(tooNewFeatures.length === 0 ? 0 : 1);
