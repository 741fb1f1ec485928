import { createReadStream } from "node:fs";
import { link } from "node:fs/promises";

import { writeFully } from "./write-fully.ts";

const REFUSALS = ["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"];

/** Hard-links a file that never changes; copies and syncs it where links are refused. */
export async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && REFUSALS.includes(String(error.code)))) throw error;
    await writeFully(to, async (write) => {
      for await (const chunk of createReadStream(from)) await write(chunk);
    });
  }
}
