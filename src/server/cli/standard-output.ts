import { writeSync } from "node:fs";

import { errorCode } from "#db/errors.ts";

/** `console.log` would hide a full disk. A failure doesn't stop the command, which may have changed something. */
export function createStandardOutput(printError: (line: string) => void) {
  let hasFailed = false;
  return {
    print: (line: string): void => {
      try {
        writeFully(Buffer.from(`${line}\n`));
      } catch (error) {
        // `head` closes the pipe when it has read enough
        if (!hasFailed && errorCode(error) !== "EPIPE")
          printError(`bookclub: The output can't be written (${error instanceof Error ? error.message : error}).`);
        hasFailed = true;
      }
    },
    exitCode: (code: 0 | 1 | 2): 0 | 1 | 2 => (hasFailed && code === 0 ? 1 : code),
  };
}

function writeFully(bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
      // the pipe is full, and another program has made it non-blocking
      Bun.sleepSync(1);
    }
  }
}
